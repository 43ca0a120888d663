import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { formatBase58 } from 'latchkey/services'
import { WebSocket } from 'ws'
import { type Check, type Examination, rowsOf } from './examination.ts'
import { describeFault } from './fetchUrl.ts'
import { ok, type Said, skipped, warning, wrong } from './finding.ts'

/** Whether a client gets a socket of the relay under its public URLs. */
export const checkRelay: Check = async examination => {
  const { publicUrls } = examination.settings.relay
  if (publicUrls.length === 0)
    return [skipped('RELAY_PUBLIC_URLS is not set: these services have no relay of their own')]
  const project = await rowsOf(examination, db =>
    db.selectFrom('projects').select('id').orderBy('id').executeTakeFirst(),
  )
  return Promise.all(publicUrls.map(url => tryRelay(examination, url, project?.id)))
}

async function tryRelay(
  { timeout, lookup, ca, now, settings }: Examination,
  url: string,
  project: string | undefined,
): Promise<Said> {
  if (url.startsWith('ws:') && !settings.development)
    return wrong(`${url} is not wss`, 'Put a proxy with TLS in front, and change RELAY_PUBLIC_URLS')
  const query = new URLSearchParams({
    auth: signToken(url, now()),
    ...(project !== undefined && { projectId: project }),
  })
  const socket = new WebSocket(`${url}?${query}`, {
    handshakeTimeout: timeout,
    ...(lookup && { lookup }),
    ...(ca !== undefined && { ca: [ca] }),
  })
  const { promise, resolve } = Promise.withResolvers<Said>()
  const proxy = 'Let the proxy pass Upgrade and Connection on to this server'
  socket.on('open', () => resolve(ok(`The relay opens a socket at ${url}`)))
  socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
    if (project === undefined && statusCode === 401)
      resolve(
        warning(
          `The relay answers at ${url}; there is no project to open a socket with`,
          'Create a project, and run this again',
        ),
      )
    else if (statusCode === 429)
      resolve(
        warning(
          `The relay answers at ${url}, and refuses this address for now (429)`,
          'Run this again in a minute. If visitors see it too, check TRUSTED_PROXIES',
        ),
      )
    else if (statusCode === 401 || statusCode === 403)
      resolve(
        wrong(
          `The relay at ${url} refuses a client of ${project} (${statusCode})`,
          'Check that RELAY_PUBLIC_URLS names exactly this URL on every server, and the clock',
        ),
      )
    else resolve(wrong(`${url} answers ${statusCode} instead of a WebSocket`, proxy))
  })
  socket.on('error', error => resolve(wrong(`${url}: ${describeFault(error)}`, proxy)))
  return promise.finally(() => {
    socket.on('error', () => {})
    socket.terminate()
  })
}

/** A client's token, as any wallet would sign it. */
function signToken(audience: string, now: number): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const iat = Math.floor(now / 1_000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = encode({ alg: 'EdDSA', typ: 'JWT' })
  const claims = encode({
    iss: `did:key:z${formatBase58(new Uint8Array([0xed, 0x01, ...raw]))}`,
    sub: randomBytes(32).toString('hex'),
    aud: audience,
    iat,
    exp: iat + 300,
  })
  return `${head}.${claims}.${sign(null, Buffer.from(`${head}.${claims}`), privateKey).toString('base64url')}`
}
