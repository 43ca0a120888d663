import { framePath, frameVersionPath, isLoopbackOrigin, readFrameVersion } from 'latchkey/services'
import * as v from 'valibot'
import { parseJson } from '../../core/http/parseJson.ts'
import { readFrameBuild } from '../../people/frame/readFrameBuild.ts'
import type { Check, Examination } from './examination.ts'
import { describeFault, fetchUrl } from './fetchUrl.ts'
import { ok, type Said, skipped, warning, wrong } from './finding.ts'

/** Whether the services answer under their public addresses. */
export const checkServices: Check = async examination => {
  const { publicUrls } = examination.settings.signIn
  if (publicUrls.length === 0) return [skipped('PUBLIC_URLS is not set')]
  return Promise.all(
    publicUrls.map(async url => {
      try {
        const { status, body } = await fetchUrl(`${url}/readyz`, examination)
        if (status === 200 && v.is(readySchema, parse(body))) return ok(`The services answer at ${url}`)
        return wrong(
          `${url}/readyz answers ${status}, and not as the services do`,
          'Let the proxy pass everything below that URL on to this server',
        )
      } catch (error) {
        return wrong(`${url}: ${describeFault(error)}`, 'Mend the name, the proxy or its certificate')
      }
    }),
  )
}

const readySchema = v.object({ status: v.literal('ready') })

/** Whether the wallet's origin serves the wallet's page, and the build that this server has (T83). */
export const checkWallet: Check = async examination => {
  const { settings } = examination
  const { walletOrigin } = settings.custody
  if (walletOrigin === undefined)
    return [skipped('FRAME_ORIGIN is not set: these services have no embedded wallet')]
  const said: Said[] = []
  try {
    const page = await fetchUrl(`${walletOrigin}${framePath}`, examination)
    const policy = String(page.headers['content-security-policy'] ?? '')
    if (page.status !== 403 || !page.body.includes('<script'))
      said.push(
        wrong(
          `${walletOrigin} serves no page of the wallet at ${framePath}`,
          'Let the proxy pass that origin on to FRAME_PORT',
        ),
      )
    // Without a project no page may embed it.
    else if (!policy.includes("frame-ancestors 'none'") || !policy.includes("default-src 'none'"))
      said.push(
        wrong(
          `${walletOrigin} does not send the wallet’s Content-Security-Policy`,
          'Let the proxy pass all headers on, and add none of its own',
        ),
      )
    const stated = readFrameVersion((await fetchUrl(`${walletOrigin}${frameVersionPath}`, examination)).body)
    if (stated === undefined)
      said.push(
        wrong(
          `${walletOrigin}${frameVersionPath} states no version`,
          'Let the proxy pass it on to FRAME_PORT',
        ),
      )
    else {
      const own = ownVersion(settings)
      if (own !== undefined && JSON.stringify(own) !== JSON.stringify(stated))
        said.push(
          wrong(
            `${walletOrigin} serves the build ${stated.code}, and FRAME_FOLDER has ${own.code}`,
            'Restart the servers of that origin after a build. If nothing was built, run npm run verify-frame',
          ),
        )
      else if (said.length === 0) said.push(ok(`${walletOrigin} serves the wallet page ${stated.code}`))
    }
  } catch (error) {
    said.push(
      wrong(`${walletOrigin}: ${describeFault(error)}`, 'Mend the name, the proxy or its certificate'),
    )
  }
  return said
}

function ownVersion({ frameFolder }: Examination['settings']) {
  try {
    return readFrameBuild(frameFolder).version
  } catch {
    // This process need not have the page.
    return undefined
  }
}

/** The list of origins that may use the wallet's passkeys, where browsers look for it (T86). */
export const checkRelated: Check = async examination => {
  const { settings } = examination
  const { walletOrigin } = settings.custody
  if (walletOrigin === undefined) return [skipped('FRAME_ORIGIN is not set: there are no passkeys')]
  const expected = [walletOrigin, ...settings.frameRelated]
  const url = `${walletOrigin}/.well-known/webauthn`
  try {
    const { status, headers, body } = await fetchUrl(url, examination)
    const listed = v.safeParse(relatedSchema, parse(body))
    if (status !== 200 || !/^application\/json\b/.test(headers['content-type'] ?? '') || !listed.success)
      return [wrong(`${url} is no list of related origins`, 'Let the proxy pass it on to FRAME_PORT')]
    const { origins } = listed.output
    const missing = expected.filter(origin => !origins.includes(origin))
    if (missing.length > 0)
      return [
        wrong(
          `${url} does not list ${missing.join(', ')}`,
          'Restart the servers of that origin after FRAME_RELATED_ORIGINS has changed',
        ),
      ]
    const more = origins.filter(origin => !expected.includes(origin))
    if (more.length > 0)
      return [
        wrong(
          `${url} lists ${more.join(', ')}, which FRAME_RELATED_ORIGINS does not`,
          'Find out who serves that list: those origins may use your visitors’ passkeys',
        ),
      ]
    if (new URL(walletOrigin).port !== '' && !isLoopbackOrigin(walletOrigin))
      return [warning(`Browsers look for ${url} on port 443 alone`, 'Serve the wallet from port 443')]
    return [ok(`${url} lists ${origins.length} origin${origins.length > 1 ? 's' : ''}`)]
  } catch (error) {
    return [wrong(`${url}: ${describeFault(error)}`, 'Mend the name, the proxy or its certificate')]
  }
}

const relatedSchema = v.object({ origins: v.pipe(v.array(v.string()), v.maxLength(100)) })

const parse = (body: string): unknown => parseJson(Buffer.from(body))?.value
