import type { CustodyMode } from 'latchkey/services'
import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'
import type { Mailer } from '../mail/createMailer.ts'
import { createChanges, type RecoveryChanges } from './createChanges.ts'
import { createDeviceShares, type DeviceShares } from './createDeviceShares.ts'
import { createEnvelopes } from './createEnvelopes.ts'
import { createFactors, type Factors } from './createFactors.ts'
import { createNotices, type Notices } from './createNotices.ts'
import { createPasswords, type Passwords } from './createPasswords.ts'
import { createWallets, type Wallets } from './createWallets.ts'
import type { AccountAddresses } from './custodyCaller.ts'
import type { KeyPurpose, KeyVault } from './vault/vault.ts'

/** Stores the services' key shares (reference §2.3). */
export interface Custody {
  readonly mode: CustodyMode
  readonly wallets: Wallets
  readonly shares: DeviceShares
  readonly factors: Factors
  readonly changes: RecoveryChanges
  readonly passwords: Passwords
  readonly notices: Notices
  /** For login, after a proof of identity: the missing step before this device can sign. */
  readonly needOf: (account: string, device: string) => Promise<CustodyNeed>
  /** For login, when a device is taken out of its registry: deletes the device's key share, and tells. */
  readonly revokeDevice: (account: string, device: string) => Promise<boolean>
  /** Whether the wallet is lost with this device's key share: no other device has one, and nothing recovers it. */
  readonly isLastWay: (account: string, device: string) => Promise<boolean>
}

/** `create`: the account has no key yet. `recover`: it has one, and this device no key share. `none`: it can sign. */
export type CustodyNeed = 'create' | 'recover' | 'none'

export function createCustody(deps: {
  readonly store: Store
  readonly vault: KeyVault
  readonly mode: CustodyMode
  readonly mailer: Mailer
  readonly addresses: AccountAddresses
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told of each key share that is opened (T84). */
  readonly onOpen?: ((purpose: KeyPurpose) => void) | undefined
}): Custody {
  const { store, vault, mode, now } = deps
  const envelopes = createEnvelopes({ vault, onOpen: deps.onOpen })
  const factors = createFactors({ store, envelopes, now })
  const wallets = createWallets({ store, envelopes, factors, now })
  const shares = createDeviceShares({ store, envelopes, now })
  const notices = createNotices(deps)
  return {
    mode,
    wallets,
    shares,
    factors,
    changes: createChanges({ store, now }),
    passwords: createPasswords({ store, envelopes, now }),
    notices,
    async needOf(account, device) {
      if ((await wallets.find(account)) === undefined) return 'create'
      return (await wallets.listShares(account)).some(share => share.device === device) ? 'none' : 'recover'
    },
    async revokeDevice(account, device) {
      const wasThere = await shares.revoke({ account, device }, 'login')
      if (wasThere) await notices.notify(account, 'revoked')
      return wasThere
    },
    async isLastWay(account, device) {
      const [known, ways] = await Promise.all([wallets.listShares(account), factors.list(account)])
      return ways.length === 0 && known.length === 1 && known[0]?.device === device
    },
  }
}
