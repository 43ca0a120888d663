import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { RouteFault } from '../../core/http/routeFault.ts'

/** Texts that go to a client and come back, which only a server with the key can make. */
export interface TextSeal {
  seal(project: string, text: string): string
  /** @throws RouteFault QUOTE_ENDED for a forged one, and for another project's. */
  open(project: string, sealed: string): string
}

/** Seals with a key derived from the directory's: processes that share it take one another's. */
export function createTextSeal(deps: {
  readonly key: KeyObject
  /** Keeps what is sealed for one purpose from being taken for another. */
  readonly purpose: string
}): TextSeal {
  const secret = createHmac('sha256', deps.key.export({ format: 'der', type: 'pkcs8' }))
    .update(deps.purpose)
    .digest()
  const signatureOf = (project: string, body: string) =>
    createHmac('sha256', secret).update(`${project}\n${body}`).digest().subarray(0, 16)

  return {
    seal(project, text) {
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${signatureOf(project, body).toString('base64url')}`
    },
    open(project, sealed) {
      const [body = '', signature = '', ...more] = sealed.split('.')
      const given = Buffer.from(signature, 'base64url')
      const own = signatureOf(project, body)
      const isOwn = more.length === 0 && given.length === own.length && timingSafeEqual(given, own)
      if (!isOwn) throw new RouteFault('QUOTE_ENDED')
      return Buffer.from(body, 'base64url').toString()
    },
  }
}
