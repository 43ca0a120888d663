import {
  type CustodyMode,
  getCustodyWallet,
  getLoginDevices,
  getLoginUser,
  getLoginWaiting,
  type LoginUser,
  type RecoveryKind,
  type WaitingChange,
} from 'latchkey/services'
import { KeysError } from '../keys/keysError.ts'
import type { Login } from '../login/createLogin.ts'
import type { OwnPasskey } from '../login/passkey/createPasskeyLogin.ts'

/** A browser under a page, which is a device of its own. */
export interface KnownDevice {
  readonly device: string
  readonly name: string | null
  readonly page: string
  /** ISO 8601. */
  readonly lastSeenAt: string
  readonly isCurrent: boolean
  /** Whether it has a key share. */
  readonly canSign: boolean
}

/** What brings the key to another browser. */
export interface KnownFactor {
  readonly id: string
  readonly kind: RecoveryKind
  readonly label: string | null
  /** ISO 8601. */
  readonly createdAt: string
  readonly usedAt: string | null
}

/** What there is to settle: everything as the services know it now. */
export interface Facts {
  readonly user: LoginUser
  /** The wallet's first address. */
  readonly address: string
  /** Who could use the key without its person. */
  readonly mode: CustodyMode
  readonly devices: readonly KnownDevice[]
  readonly factors: readonly KnownFactor[]
  /** ISO 8601: from when on the key may be shown without a passkey; null unless that was asked for. */
  readonly exportAt: string | null
  readonly passkeys: readonly OwnPasskey[]
  /** Changes that a browser without the key began, the next one first. */
  readonly waiting: readonly WaitingChange[]
}

/** @throws KeysError `recover` where there is no key, CustodyRefusal */
export async function readFacts(login: Login): Promise<Facts> {
  const { client } = login.keys
  const [{ user }, { devices }, { wallet }, { waiting }, passkeys, here] = await Promise.all([
    client.call(getLoginUser),
    client.call(getLoginDevices),
    client.call(getCustodyWallet),
    client.call(getLoginWaiting),
    login.passkeys.list(),
    login.loggedIn(),
  ])
  if (wallet === null || here === undefined) throw new KeysError('recover')
  const holders = new Set(wallet.pairs.map(({ device }) => device))
  return {
    user,
    address: here.addresses.eip155,
    mode: wallet.mode,
    exportAt: wallet.exportAt,
    devices: devices.map(({ createdAt: _, ...device }) => ({
      ...device,
      canSign: holders.has(device.device),
    })),
    factors: wallet.factors.map(({ id, kind, label, createdAt, usedAt }) => ({
      id,
      kind,
      label: label ?? null,
      createdAt,
      usedAt,
    })),
    passkeys,
    waiting,
  }
}
