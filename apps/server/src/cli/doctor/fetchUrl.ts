import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Examination } from './examination.ts'

/** An answer from outside, with what TLS says of who gave it. */
export interface Fetched {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Milliseconds since 1970 at which the certificate ends; undefined without TLS. */
  readonly certificateEnds: number | undefined
  /** `TLSv1.3`; undefined without TLS. */
  readonly protocol: string | undefined
}

const longest = 1_000_000

/**
 * Requests a URL as a visitor's browser would reach it, within the examination's time limit for each answer. It follows
 * no redirect. @throws Error whose `code` says why, such as CERT_HAS_EXPIRED or ETIMEDOUT
 */
export function fetchUrl(
  url: string,
  { timeout, lookup, ca }: Pick<Examination, 'timeout' | 'lookup' | 'ca'>,
): Promise<Fetched> {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>()
  const options = { agent: false, ...(lookup && { lookup }), ...(ca !== undefined && { ca: [ca] }) } as const
  const onResponse = (response: IncomingMessage) => {
    const { socket } = response
    const isSecure = socket instanceof TLSSocket
    const ends = isSecure ? Date.parse(socket.getPeerCertificate().valid_to) : undefined
    const protocol = isSecure ? (socket.getProtocol() ?? undefined) : undefined
    let body = ''
    response.setEncoding('utf8').on('data', (text: string) => {
      body += text
      if (body.length > longest) response.destroy(new Error('The answer is too long'))
    })
    response.on('error', reject)
    response.on('end', () => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body, certificateEnds: ends, protocol })
    })
  }
  const request = url.startsWith('https:')
    ? requestSecure(url, options, onResponse)
    : requestPlain(url, options, onResponse)
  const timer = setTimeout(() => {
    const seconds = timeout / 1_000
    request.destroy(Object.assign(new Error(`no answer within ${seconds} s`), { code: 'ETIMEDOUT' }))
  }, timeout)
  request.on('error', reject)
  request.end()
  return promise.finally(() => clearTimeout(timer))
}

/** A failed connection in a few words. */
export function describeFault(error: unknown): string {
  const code = String((error as { readonly code?: unknown } | undefined)?.code ?? '')
  const known: Readonly<Record<string, string>> = {
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is of an unknown authority, or its chain is incomplete',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
      'its certificate is of an unknown authority, or its chain is incomplete',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
    ENOTFOUND: 'its name does not resolve',
    ECONNREFUSED: 'nothing listens there',
    ETIMEDOUT: 'it does not answer in time',
    EPROTO: 'it does not speak TLS',
    ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS',
  }
  return known[code] ?? (code === '' ? 'it cannot be reached' : `it cannot be reached (${code.slice(0, 60)})`)
}
