/** Texts as a stream with back pressure, which ends its source when the reader cancels. */
export function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
    cancel: async () => {
      await texts.return(undefined);
    },
  });
}
