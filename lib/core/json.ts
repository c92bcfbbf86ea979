/** Whether brackets outside of strings nest deeper than that in JSON of UTF-8, found without recursion. */
export function isNestedDeeper(json: Uint8Array, mostLevels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json[at];
    if (isText && code === 0x5c) at++;
    else if (code === 0x22) isText = !isText;
    else if (isText) continue;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > mostLevels) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
