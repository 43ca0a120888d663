import type { KeyObject } from 'node:crypto'
import type { Hono } from 'hono'
import { getAttestationKey, postAttestation } from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute, mountRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { createAttester } from './createAttester.ts'
import { makeAttestationKey } from './openAttestationKey.ts'

export interface AttestationDeps {
  readonly gate: Gate
  readonly bodyLimit: number
  /** A key of this process alone by default. */
  readonly key?: KeyObject | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Takes one from the client's allowance and says how many seconds are to be waited, 0 for none. */
  readonly take: (c: AppContext) => number | Promise<number>
}

/** Says to wallets which page made a message, by the one name that a page cannot choose: its browser's Origin (T94). */
export function mountAttestation(app: Hono<AppTypes>, deps: AttestationDeps): void {
  const { key = makeAttestationKey(), now, take } = deps
  const attester = createAttester({ key, now })

  mountProjectRoute(
    app,
    postAttestation,
    { ...deps, rules: { audience: 'pages' } },
    ({ body }, _project, c) => {
      // The gate has let in this origin and no other; one that is missing or not a page's is refused there.
      const origin = c.req.header('origin')
      if (origin === undefined) throw new RouteFault('APKT002')
      c.header('Cache-Control', 'no-store')
      return { attestation: attester.attest({ id: body.id, origin }) }
    },
  )
  mountRoute(app, getAttestationKey, deps, async (_request, c) => {
    c.header('Access-Control-Allow-Origin', '*')
    const wait = await take(c)
    if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
    c.header('Cache-Control', 'public, max-age=300')
    return { publicKey: attester.publicKey }
  })
}
