import { type CaipNetworkId, parseAmount, type TokenBalance } from 'latchkey/contract'
import { type Hex, parseAddress, parseQuantity, toQuantity } from 'latchkey/evmcodec'
import type { JsonValue } from 'latchkey/services'
import { smartAddress } from './activeAccount.ts'
import type { ProviderDeps } from './deps.ts'
import type { LoggedIn } from './loggedIn.ts'
import { networkFacts } from './networkFacts.ts'
import { parseParams } from './parseParams.ts'
import { refusal } from './refusal.ts'

/** Networks that are read at the same time: a page may list two hundred. */
const atOnce = 6

type Asset = Readonly<Record<string, JsonValue>>

/**
 * What an account of the visitor, plain or smart, holds on the networks that the page lists (EIP-7811): by the services, and its native currency by the
 * nodes where the services say nothing of a network, as of testnets. No list is ever shorter because a network cannot be read
 * (F20): where the page names its networks nothing is answered, else that network has no list.
 * @throws LatchkeyError with 4100 for another account, -32002 when one that was named cannot be read, or none at all.
 */
export async function listAssets(
  deps: Pick<ProviderDeps, 'login' | 'nodes' | 'balances' | 'described'>,
  networks: readonly CaipNetworkId[],
  params: unknown,
): Promise<JsonValue> {
  const [{ account, assetFilter, assetTypeFilter, chainFilter }] = parseParams('wallet_getAssets', params)
  const address = await ownAddress(await deps.login(), account)
  const idOf = (network: CaipNetworkId) => toQuantity(networkFacts(network).id)
  const wanted = new Map(
    Object.entries(assetFilter ?? {}).map(([id, assets = []]) => [
      toQuantity(BigInt(id)),
      assets.map(each => each.address.toLowerCase()),
    ]),
  )
  const chains = assetFilter ? [...wanted.keys()] : chainFilter?.map(id => toQuantity(BigInt(id)))
  const asked = networks.filter(network => chains?.includes(idOf(network)) ?? true)
  const lists = new Map<string, readonly Asset[]>()
  const waiting = [...asked]
  let isShort = false
  async function readNext(): Promise<void> {
    for (let network = waiting.shift(); network; network = waiting.shift()) {
      // EIP-7811: beside a list of assets the other filters do not count.
      const only = assetFilter && wanted.get(idOf(network))
      try {
        const assets = await assetsOn(network, asked.length === 1)
        const matching = assets.filter(({ address, type }) =>
          only
            ? only.includes(String(address).toLowerCase())
            : (assetTypeFilter?.includes(String(type)) ?? true),
        )
        lists.set(idOf(network), matching)
      } catch {
        isShort = true
        // Nothing comes of the rest.
        if (chains) waiting.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, asked.length) }, readNext))
  if (isShort && (chains || lists.size === 0)) throw refusal('unavailable')
  return Object.fromEntries(asked.flatMap(each => toEntry(idOf(each))))

  function toEntry(id: string): readonly (readonly [string, readonly Asset[]])[] {
    const assets = lists.get(id)
    return assets ? [[id, assets]] : []
  }

  async function assetsOn(chainId: CaipNetworkId, isFresh: boolean): Promise<readonly Asset[]> {
    const told = (await deps.balances({ chainId, address, isFresh })).filter(each => each.chainId === chainId)
    const assets = told.map(toAsset)
    if (assets.some(({ type }) => type === 'native')) return assets
    const balance = parseQuantity(await deps.nodes(chainId)('eth_getBalance', [address, 'latest']))
    if (balance === undefined) throw new Error('no balance')
    const { name, symbol, decimals } = networkFacts(chainId, deps.described).nativeCurrency
    return [
      {
        address: 'native',
        type: 'native',
        balance: toQuantity(balance),
        metadata: { name, symbol, decimals },
      },
      ...assets,
    ]
  }
}

/** The address of one of the visitor's accounts. @throws LatchkeyError with 4100 for any other */
async function ownAddress(login: LoggedIn | undefined, account: string): Promise<Hex> {
  const asked = parseAddress(account)
  const isOwn = login && (asked === login.addresses.eip155 || asked === (await smartAddress(login.addresses)))
  if (!isOwn || !asked) throw refusal('unauthorized')
  return asked
}

function toAsset({ address, name, symbol, quantity, price, value, iconUrl }: TokenBalance): Asset {
  const decimals = Number(quantity.decimals)
  const known = {
    ...(price !== null && { price }),
    ...(value !== null && { value }),
    ...(iconUrl !== null && { iconUrl }),
  }
  return {
    address: address ?? 'native',
    type: address === undefined ? 'native' : 'erc20',
    balance: toQuantity(parseAmount(quantity.numeric, decimals).value),
    metadata: { name, symbol, decimals, ...known },
  }
}
