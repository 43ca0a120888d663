/** Prints one short line about what set-up is doing; the tasks' own output stays on stdout. */
export function say(line) {
  process.stderr.write(`latchkey: ${line}\n`)
}

/** A failure shown to the reader in one line, without a stack. */
export class SetupError extends Error {
  name = 'SetupError'
}

/** Turns an error of npm or the system into one line that names the problem and the remedy. */
export function explain(doing, output) {
  const text = String(output)
  if (/ENOSPC|EDQUOT|no space left/i.test(text))
    return `${doing}: no space left on this disk. Free some and run again.`
  const [refusal] = text.match(/EACCES|EPERM|EROFS/) ?? []
  // Which one: npm writes to the home folder, too.
  if (refusal) return `${doing}: ${pathIn(text) ?? 'this folder'} cannot be written (${refusal}).`
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(
      text,
    )
  ) {
    return `${doing}: the npm registry cannot be reached. Check the network (or the proxy) and run again.`
  }
  if (/EINTEGRITY/.test(text))
    return `${doing}: a download does not match the lockfile's integrity. Nothing of it was used.`
  const line = text
    .split('\n')
    .map(each => each.replace(/^npm (error|ERR!)\s*/, '').trim())
    .find(each => each !== '' && !/^code /.test(each))
  return `${doing} failed: ${line ?? 'npm said nothing'}`
}

function pathIn(text) {
  const said =
    text.match(/^npm (?:error|ERR!) path (.+)$/m) ?? text.match(/(?:EACCES|EPERM|EROFS): [^'\n]*'([^'\n]+)'/)
  return said?.[1]
}
