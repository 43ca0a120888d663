/** Which links may be opened, wherever they came from: a directory, a host, a wallet, a peer (T22). */
import { isWebUrl, unseen } from './link.ts'

const scheme = /^([a-z][a-z0-9+.-]*):/i
// They run code, reach into files or other apps, or dress up as a page.
const refused =
  /^(?:javascript|vbscript|livescript|mocha|data|file|blob|filesystem|intent|about|view-source|content|jar|shell|search|search-ms|ms-[a-z-]+|res|chrome(?:-[a-z]+)?|moz-[a-z]+|resource|ws|wss|ftp)$/

/**
 * Whether a link may be opened: https, http on this machine, or an app's own scheme such as `wallet://`. Schemes that
 * run code or reach into the machine are refused.
 */
export function isSafeLink(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2_048 || unseen.test(value)) return false
  const name = scheme.exec(value)?.[1]?.toLowerCase()
  if (name === undefined || refused.test(name)) return false
  return (name !== 'https' && name !== 'http') || isWebUrl(value)
}
