import { oneOf, provide } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { warnOwnKey } from '../../core/settings/warnOwnKey.ts'
import { mountAttestation } from './mountAttestation.ts'
import { makeAttestationKey, openAttestationKey } from './openAttestationKey.ts'
import { type AttestationSettings, readAttestationSettings } from './readAttestationSettings.ts'

/** Says to wallets which page asks. */
export const attestationRoom: Room<{ readonly attestation: AttestationSettings }> = {
  settings: read => ({ attestation: readAttestationSettings(read) }),
  async open(ctx) {
    const { attestation, dataFolder } = ctx.settings
    provide(ctx, makeAttestationKey, await openAttestationKey(attestation, dataFolder))
    warnOwnKey(ctx, attestation, { name: 'attestation', variable: 'ATTESTATION_KEY' })
  },
  mount(app, ctx) {
    const limiter = ctx.limiter({ name: 'attestation keys', ...ctx.settings.rateLimit, whenDown: 'open' })
    mountAttestation(app, {
      ...ctx,
      key: oneOf(ctx, makeAttestationKey),
      take: c => limiter(ctx.clientAddress(c), 1),
    })
  },
}
