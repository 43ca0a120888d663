import { createHmac, randomBytes } from 'node:crypto'
import {
  type Authenticator,
  makeAuthenticator,
} from '../../../../server/src/people/login/authenticator.fixture.ts'
import { shop } from '../../../../server/src/people/login/login.fixture.ts'
import { type PasskeyBrowser, PasskeyError } from './passkeyBrowser.ts'

/** Software passkeys that their owner can use in any browser; with a PRF unless an option says otherwise. */
export interface Pocket extends PasskeyBrowser {
  /** The requests it received, in order. */
  readonly asked: ('make' | 'use')[]
  /** Its person says no. */
  isUnwilling: boolean
}

/** `prf`: said when a passkey is made, or only once it is used, or never. */
export function makePocket(prf: 'at once' | 'when used' | 'none' = 'when used'): Pocket {
  const kept: { readonly key: Authenticator; readonly secret: Buffer }[] = []
  const evaluate = (secret: Buffer, input: Uint8Array) =>
    Uint8Array.from(createHmac('sha256', secret).update(input).digest())
  const pocket: Pocket = {
    isSupported: true,
    asked: [],
    isUnwilling: false,
    async make(ask) {
      const { challenge, others, input } = await ask()
      pocket.asked.push('make')
      if (pocket.isUnwilling) throw new PasskeyError('cancelled')
      if (kept.some(({ key }) => others.includes(key.id))) throw new PasskeyError('known')
      const made = { key: makeAuthenticator(), secret: randomBytes(32) }
      kept.push(made)
      return {
        credential: made.key.make(challenge, { topOrigin: shop }),
        secret: prf === 'at once' ? evaluate(made.secret, input) : undefined,
        canOpen: prf !== 'none',
      }
    },
    async use({ challenge, which, input }) {
      pocket.asked.push('use')
      const found = kept.findLast(
        ({ key }) => which.length === 0 || which.some(({ credential }) => credential === key.id),
      )
      if (pocket.isUnwilling || !found) throw new PasskeyError('cancelled')
      const own = which.find(({ credential }) => credential === found.key.id)?.input ?? input
      return {
        credential: found.key.use(challenge, { topOrigin: shop }),
        secret: prf === 'none' ? undefined : evaluate(found.secret, own),
      }
    },
  }
  return pocket
}
