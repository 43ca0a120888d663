const censored = '[redacted]'

// Every quantifier is bounded or runs over a class its follower is not in, so that a hostile line costs linear time.
const rules: readonly (readonly [RegExp, string])[] = [
  // https://user:password@host
  [/(\/\/)[^\s"\\/@]{1,256}@/g, `$1${censored}@`],
  // The query of a path or URL; prose keeps its question marks, because a space follows them
  [/\?[^\s"\\]+/g, `?${censored}`],
  [/\b(Bearer|Basic|DPoP)\s+[A-Za-z0-9._~+/=-]{1,8192}/gi, `$1 ${censored}`],
  [/[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g, censored],
]

/** Takes queries, credentials, email addresses and the given secrets out of a log line, which stays valid JSON. */
export function redact(line: string, secrets: readonly string[]): string {
  let safe = line
  for (const secret of secrets) safe = safe.replaceAll(secret, censored)
  for (const [pattern, replacement] of rules) safe = safe.replace(pattern, replacement)
  return safe
}
