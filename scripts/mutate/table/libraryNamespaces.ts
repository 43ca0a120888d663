import type { FileMutants } from '../mutant.ts'

const server = 'packages/latchkey/src/server'
const chains = 'packages/latchkey/src/chains'

/** Sign-in and discovery of the namespaces beside eip155 and solana. */
export const libraryNamespaces: readonly FileMutants[] = [
  {
    file: `${server}/bitcoin/verifyBip322.ts`,
    tests: [`${server}/bitcoinSignIn.test.ts`],
    changes: [
      ['if (proof.outpoint && !equalBytes(proof.outpoint, outpoint))', 'if (false)'],
      ["proof.lockTime === 0 && proof.sequence === 0 ? 'valid' : 'locked'", "'valid'"],
      ['more.length > 0 || ', ''],
      ['signature.at(-1) !== all', 'false'],
      ['if (!equalBytes(hash160(redeem), address.program)) return false', ''],
      ["if (form === 'full' && !isWhole) return false", ''],
      ['|| !equalBytes(keyHash, address.program)) return false', ') return false'],
      ['lowS: true', 'lowS: false'],
    ],
  },
  {
    file: `${server}/bitcoin/verifyBip137.ts`,
    tests: [`${server}/bitcoinSignIn.test.ts`],
    changes: [["if (secp256k1.Signature.fromBytes(wire, 'recovered').hasHighS()) return false", '']],
  },
  {
    file: `${server}/namespaces/cosmosSignIn.ts`,
    tests: [`${server}/cosmosSignIn.test.ts`],
    changes: [
      ["format.keys === 'ethsecp256k1' ? keccak_256 : sha256", 'sha256'],
      ['cosmosAddressOf(key, format) === address', 'true'],
      ['.hasHighS() ? undefined : bytes', '.hasHighS() ? bytes : bytes'],
    ],
  },
  {
    file: `${server}/namespaces/polkadotSignIn.ts`,
    tests: [`${server}/polkadotSignIn.test.ts`],
    changes: [
      ['`<Bytes>${message}</Bytes>`', 'message'],
      ['parsed.prefix === prefix', 'true'],
      [".hasHighS()) throw new RangeError('s')", '.hasHighS()) void 0'],
    ],
  },
  {
    file: `${server}/namespaces/stacksSignIn.ts`,
    tests: [`${server}/stacksSignIn.test.ts`],
    changes: [
      ["if (account.version !== version) return 'address'", ''],
      ["if (sharedVersions.includes(account.version)) return 'unsupported'", ''],
      ['isSigner(vrs) || isSigner(bytes)', 'isSigner(vrs)'],
    ],
  },
  {
    file: `${server}/sui/verifyMultisig.ts`,
    tests: [`${server}/suiSignIn.test.ts`],
    changes: [
      ['if (weight < threshold) return undefined', ''],
      ['key.flag !== signature.flag || ', ''],
      ['signers.length === signatures.length &&', ''],
      ['threshold > 0 &&', ''],
      ['if (at !== bytes.length) return undefined', ''],
    ],
  },
  {
    file: `${server}/namespaces/suiSignIn.ts`,
    tests: [`${server}/suiSignIn.test.ts`],
    changes: [
      ['Object.hasOwn(rpc, message.chainId) ? rpc[message.chainId] : undefined', 'Object.values(rpc)[0]'],
      ["return signer === address ? 'key' : 'signature'", "return signer ? 'key' : 'signature'"],
    ],
  },
  {
    file: `${chains}/registries/readRegistries.ts`,
    tests: [`${chains}/registries/discoverRegistries.test.ts`],
    changes: [
      [' || shared.includes(path)', ''],
      ['known?.name ?? shownName(name)', 'known?.name ?? name'],
    ],
  },
  {
    file: `${chains}/cosmos/findKeplr.ts`,
    tests: [`${chains}/cosmos/traps.test.ts`],
    changes: [
      ['if (wallet === keplr && !isKeplr(provider)) continue', ''],
      ['seen++ >= mostFlags || ', ''],
    ],
  },
]
