import { createECDH, pbkdf2Sync } from 'node:crypto'
import { encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino'
import { HDKey } from 'viem/accounts'
import { devAccounts, devMnemonic } from '../chains/devAccounts.ts'

/** An account of Ironwood with its key. */
export interface DevCosmosAccount {
  readonly address: string
  readonly privateKey: Uint8Array
}

/** The keys of the local EVM chains, which the simulated wallet has as well. */
export const devCosmosAccounts: readonly DevCosmosAccount[] = devAccounts.map(({ privateKey }) =>
  toAccount(Buffer.from(privateKey.slice(2), 'hex')),
)

/** The accounts of the development mnemonic at m/44'/118'/0'/0/i, as Keplr and others derive them. */
export const keplrAccounts: readonly DevCosmosAccount[] = deriveAccounts(10)

function deriveAccounts(count: number): readonly DevCosmosAccount[] {
  const seed = pbkdf2Sync(devMnemonic, 'mnemonic', 2048, 64, 'sha512')
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/118'/0'/0")
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = parent.deriveChild(index)
    if (!privateKey) throw new Error('The test mnemonic gave no account')
    return toAccount(privateKey)
  })
}

function toAccount(privateKey: Uint8Array): DevCosmosAccount {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(privateKey)
  const key = encodeSecp256k1Pubkey(new Uint8Array(ecdh.getPublicKey(null, 'compressed')))
  return { address: pubkeyToAddress(key, 'cosmos'), privateKey: new Uint8Array(privateKey) }
}
