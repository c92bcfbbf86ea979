import { type Hit, MAX_HITS_PER_CHECK } from "@/lib/supply/packages/check-hits";

const CODE_NAME = /\.(?:bash|bat|c|cmd|cpp|go|java|[cm]?js|jsx|lua|php|pl|ps1|py|rb|rs|sh|[cm]?tsx?|zsh)$/i;
const PRIVATE_FILES =
  /\.ssh\b|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\.aws\/credentials|\.netrc\b|\.git-credentials\b|\.kube\/config|\.docker\/config\.json|\.pypirc\b|\blogin data\b|\bkeychain-db\b|\bwallet\.dat\b|\.config\/solana\b|\.gnupg\b|\bgh['", ]{1,5}auth['", ]{1,5}token\b|\bfind-(?:generic|internet)-password\b|\bprint-access-token\b/gi;
const WHOLE_HOME =
  /\b(?:glob|walk|rglob|iglob)\([^\n]{0,60}(?:expanduser\(\s{0,3}["']~\/?(?:\*\*|["'])|Path\.home\(\)|homedir\(\))/g;
const WHOLE_ENVIRONMENT =
  /\bdict\(os\.environ\)|\bos\.environ\.items\(\)|\bdumps\(\s{0,3}os\.environ\b|\bstringify\(\s{0,3}process\.env\s{0,3}[,)]|\b(?:printenv|env)\s{0,3}\|/g;
const SENDS =
  /\burlopen\b|\brequests\.(?:post|put|get|request)\b|\bhttpx\.|\bhttp\.client\b|\bfetch\s{0,3}\(|\baxios\b|\b(?:curl|wget)\s|\binvoke-(?:webrequest|restmethod)\b|\bsocket\.(?:create_connection|socket)\b|\bnc(?:at)?\s{1,3}-?\w/i;

/**
 * Code that reads private keys, stored logins or the whole environment, and can also send over the network. Documents that name
 * such files are left alone.
 */
export function findSecretReaders(path: string, text: string): Hit[] {
  const isCode = CODE_NAME.test(path) || text.startsWith("#!");
  if (!isCode || !SENDS.test(text)) return [];
  const hits = (pattern: RegExp, what: string): Hit[] =>
    [...text.matchAll(pattern)].slice(0, MAX_HITS_PER_CHECK).map(({ index }) => ({
      index,
      rule: "secrets_and_network",
      message: `Reads ${what}, and this file can send over the network.`,
    }));
  return [
    ...hits(WHOLE_HOME, "all files of the user"),
    ...hits(PRIVATE_FILES, "private keys or stored logins"),
    ...hits(WHOLE_ENVIRONMENT, "all environment variables"),
  ];
}
