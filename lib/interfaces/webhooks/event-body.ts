/** An event as it is posted: the same in every attempt, so that its signature covers the same text. */
export function bodyOf(event: { id: string; type: string; data: unknown; createdAt: Date }) {
  return { id: event.id, type: event.type, timestamp: event.createdAt.toISOString(), data: event.data };
}
