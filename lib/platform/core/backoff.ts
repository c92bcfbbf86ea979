/** The pause after so many failed attempts: the first one doubled each time, up to the longest. In SQL it is `backoff`. */
export function backoff(first: number, attempts: number, most: number): number {
  return Math.min(first * 2 ** Math.min(attempts, 16), most);
}
