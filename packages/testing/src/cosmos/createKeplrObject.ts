import type { ResolvedCosmosOptions } from './cosmosOptions.ts'
import type { AminoDocument, DirectDocument } from './signDocuments.ts'

/** A signer as CosmJS takes one. */
export interface SimulatedOfflineSigner {
  getAccounts(): Promise<
    readonly { readonly address: string; readonly algo: string; readonly pubkey: Uint8Array }[]
  >
  signAmino(signer: string, document: AminoDocument): Promise<unknown>
  signDirect(signer: string, document: DirectDocument): Promise<unknown>
}

/** A wallet object with Keplr's interface, as a page sees it. */
export interface SimulatedKeplr {
  readonly version: string
  readonly mode: 'extension'
  enable(chainIds: string | readonly string[]): Promise<void>
  getKey(chainId: string): Promise<Readonly<Record<string, unknown>>>
  getOfflineSigner(chainId: string): SimulatedOfflineSigner
  readonly [member: string]: unknown
}

const methods = [
  'enable',
  'disable',
  'getKey',
  'getKeysSettled',
  'experimentalSuggestChain',
  'signArbitrary',
  'signAmino',
  'signDirect',
] as const

/** Makes the object that a site gets to see. */
export function createKeplrObject(
  { without, flags }: Pick<ResolvedCosmosOptions, 'without' | 'flags'>,
  play: (method: string, params: unknown) => unknown,
): SimulatedKeplr {
  const asked = Object.fromEntries(
    methods
      .filter(name => !without.some(each => each === name))
      .map(name => [name, (...params: readonly unknown[]) => play(name, params)]),
  )
  const getOfflineSigner = (chainId: string) => ({
    async getAccounts() {
      const key = Object(await play('getKey', [chainId])) as Readonly<Record<string, unknown>>
      return [{ address: key.bech32Address, algo: key.algo, pubkey: key.pubKey }]
    },
    signAmino: async (signer: string, document: AminoDocument) =>
      play('signAmino', [chainId, signer, document]),
    signDirect: async (signer: string, document: DirectDocument) =>
      play('signDirect', [chainId, signer, document]),
  })
  return Object.freeze({
    version: '0.12.313',
    mode: 'extension',
    defaultOptions: {},
    ping: async () => undefined,
    ...asked,
    getOfflineSigner,
    getOfflineSignerOnlyAmino(chainId: string) {
      const { getAccounts, signAmino } = getOfflineSigner(chainId)
      return { getAccounts, signAmino }
    },
    getOfflineSignerAuto: async (chainId: string) => getOfflineSigner(chainId),
    ...flags,
  }) as unknown as SimulatedKeplr
}
