/** Texts as a stream that asks for the next one when its reader is ready for it, and lets go when its reader does. */
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
