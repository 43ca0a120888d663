import { isIP } from 'node:net'
import type { Check, Examination } from './examination.ts'
import { describeFault, fetchUrl } from './fetchUrl.ts'
import { ok, type Said, skipped, warning, wrong } from './finding.ts'
import { listPublicUrls } from './publicUrls.ts'

const day = 86_400_000
/** Half a year: what browsers' lists of preloaded sites began with. */
const leastHsts = 15_768_000

/** TLS and HSTS as they are from outside (T100). */
export const checkTls: Check = async examination => {
  const urls = listPublicUrls(examination.settings)
  if (urls.length === 0) {
    const { development } = examination.settings
    return [
      development
        ? skipped('All addresses are this machine’s own')
        : warning(
            'PUBLIC_URLS and FRAME_ORIGIN name no address',
            'Set PUBLIC_URLS to what pages call, such as https://api.example.com',
          ),
    ]
  }
  const said = await Promise.all(urls.map(({ variable, url }) => examineTls(examination, variable, url)))
  return said.flat()
}

async function examineTls(examination: Examination, variable: string, url: string): Promise<readonly Said[]> {
  const of = `${url} (${variable})`
  if (!url.startsWith('https:'))
    return [wrong(`${of} is not https`, 'Put a proxy with TLS in front, and change the variable')]
  try {
    const { certificateEnds = 0, headers } = await fetchUrl(url, examination)
    const days = Math.floor((certificateEnds - examination.now()) / day)
    const hsts = headers['strict-transport-security'] ?? ''
    const seconds = Number(/(?:^|[;\s])max-age="?(\d+)/i.exec(hsts)?.[1] ?? 0)
    const said: Said[] = []
    if (days < 14)
      said.push(warning(`The certificate of ${of} ends in ${days} days`, 'Renew it, and automate that'))
    if (seconds < leastHsts)
      said.push(
        wrong(
          seconds === 0
            ? `${of} sends no Strict-Transport-Security`
            : `Strict-Transport-Security of ${of} is ${seconds} s long, less than half a year`,
          variable === 'FRAME_ORIGIN'
            ? 'The server sends it: let the proxy pass it on, or set it there (max-age=63072000; includeSubDomains)'
            : 'Let the proxy set it: Strict-Transport-Security: max-age=63072000',
        ),
      )
    return said.length > 0 ? said : [ok(`${of} has TLS for ${days} more days, and HSTS`)]
  } catch (error) {
    return [wrong(`${of}: ${describeFault(error)}`, 'Mend the name, the proxy or its certificate')]
  }
}

/** CAA records: which authorities may issue certificates for our names (T100). */
export const checkCaa: Check = async ({ settings, resolver }) => {
  const names = [...new Set(listPublicUrls(settings).map(({ url }) => new URL(url).hostname))]
  const hosts = names.filter(name => isIP(name.replace(/[[\]]/g, '')) === 0)
  if (hosts.length === 0) return [skipped('No address has a name on the internet')]
  return Promise.all(
    hosts.map(async host => {
      const labels = host.split('.')
      for (let at = 0; at < labels.length - 1; at++) {
        const name = labels.slice(at).join('.')
        try {
          const records = await resolver.resolveCaa(name)
          const issuers = records.flatMap(({ issue }) =>
            issue === undefined ? [] : [issue.split(';')[0]?.trim() || 'none'],
          )
          if (records.length > 0)
            return issuers.length > 0
              ? ok(`${name} lets ${issuers.join(', ')} issue certificates for ${host}`)
              : warning(
                  `CAA of ${name} restricts no authority`,
                  `Add: ${name} CAA 0 issue "<your authority>"`,
                )
        } catch (error) {
          if (!isAbsent(error))
            return warning(`CAA of ${name} cannot be looked up`, 'Check the name servers, and run this again')
        }
      }
      return warning(
        `${host} has no CAA record, so any authority may issue a certificate for it`,
        `Add one, such as: ${labels.slice(-2).join('.')} CAA 0 issue "letsencrypt.org"`,
      )
    }),
  )
}

/** Whether a look-up failed because there is nothing, rather than because no server answered. */
export function isAbsent(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return code === 'ENODATA' || code === 'ENOTFOUND'
}
