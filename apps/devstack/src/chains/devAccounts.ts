import { pbkdf2Sync } from 'node:crypto'
import { type Address, bytesToHex, type Hex } from 'viem'
import { HDKey, privateKeyToAddress } from 'viem/accounts'

/** The mnemonic of every development chain. It is public: anyone can take assets of its accounts on other chains. */
export const devMnemonic = 'test test test test test test test test test test test junk'

export interface DevAccount {
  readonly address: Address
  readonly privateKey: Hex
}

// BIP-39's stretching by Node itself: mnemonicToAccount takes a quarter of a second for it, at every start.
const seed = pbkdf2Sync(devMnemonic, 'mnemonic', 2048, 64, 'sha512')
const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")

/** The unlocked accounts of the local chains, in derivation order. */
export const devAccounts: readonly DevAccount[] = Array.from({ length: 10 }, (_, index) =>
  deriveAccount(index),
)

/** The accounts that start with tokens and collectibles; the others hold only the native currency. */
export const holders: readonly Address[] = devAccounts.slice(0, 5).map(account => account.address)

/** The last account deploys the contracts and fills the faucet, so that the nonces of the others start at 0. */
export const operator: DevAccount = devAccounts.slice(-1)[0] ?? absent()

/** Returns an account of the public mnemonic by its place; only the first ten are on the local chains. */
export function deriveAccount(index: number): DevAccount {
  const privateKey = bytesToHex(parent.deriveChild(index).privateKey ?? absent())
  return { address: privateKeyToAddress(privateKey), privateKey }
}

function absent(): never {
  throw new Error('The test mnemonic gave no account')
}
