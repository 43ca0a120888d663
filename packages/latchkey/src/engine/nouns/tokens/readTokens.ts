/** What services and wallets list, as holdings that may be shown: hostile names cleaned, nonsense left out (T67). */
import { parseAmount } from '../../../contract/amount.ts'
import type { TokenBalance } from '../../../contract/balance.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import type { Network } from '../../../contract/network.ts'
import { readsAsAmount } from '../../../contract/readsAsAmount.ts'
import type { WalletAsset } from '../../../contract/walletAsset.ts'
import { cleanName } from '../identity/cleanName.ts'
import type { Token } from './tokens.ts'

/** The longest symbol that is shown. */
const symbolLength = 16
/** More than any wallet shows, and few enough to draw and to store. */
const mostTokens = 2_000

/**
 * The tokens of the services' answer on one network; those of '0' decimals are dropped as low quality (SPEC §5). `spelling`
 * is how the namespace compares token addresses.
 */
export function readBalances(
  balances: readonly TokenBalance[],
  network: Network,
  spelling: Spelling,
): readonly Token[] {
  return distinct(
    balances.flatMap(balance => {
      const { quantity, chainId, address, price, value, iconUrl } = balance
      if (chainId !== network.caipNetworkId || quantity.decimals === '0') return []
      try {
        const amount = parseAmount(quantity.numeric, Number(quantity.decimals))
        return [
          {
            ...named(balance, network, spelling, address),
            amount,
            ...fiat(price, value),
            ...(iconUrl !== null && { iconUrl }),
          },
        ]
      } catch {
        return []
      }
    }),
  )
}

/**
 * The tokens that the wallet itself lists (EIP-7811); what it does not hold any of is left out. Pictures count if `isOwn`, of
 * the wallet of a login, which has them from the services (T69).
 */
export function readAssets(
  assets: readonly WalletAsset[],
  network: Network,
  spelling: Spelling,
  isOwn: boolean,
): readonly Token[] {
  return distinct(
    assets.slice(0, mostTokens).flatMap(({ type, address, balance, metadata }) => {
      const { decimals, price, value, iconUrl } = metadata
      const isNative = type === 'NATIVE'
      const isSound = Number.isInteger(decimals) && decimals > 0 && decimals <= 255
      if (!isSound || !/^0x[0-9a-f]{1,64}$/i.test(balance)) return []
      const amount = { value: BigInt(balance), decimals }
      if (amount.value === 0n && !isNative) return []
      return [
        {
          ...named(metadata, network, spelling, isNative ? undefined : address),
          amount,
          ...fiat(price, value),
          ...(isOwn && iconUrl !== undefined && { iconUrl }),
        },
      ]
    }),
  )
}

/** What the wallet lists, with prices and pictures of the services where it brings none. */
export function mergePrices(assets: readonly Token[], priced: readonly Token[]): readonly Token[] {
  const known = new Map(priced.map(token => [token.key, token]))
  return assets.map(token => {
    const other = known.get(token.key)
    if (!other) return token
    const { iconUrl } = other
    const price = token.price ?? other.price
    const value = token.value ?? (price === undefined ? undefined : worth(token.amount, price))
    return { ...token, ...fiat(price, value), ...(iconUrl !== undefined && { iconUrl }) }
  })
}

function named(
  { name, symbol }: { readonly name: string; readonly symbol: string },
  network: Network,
  spelling: Spelling,
  address: string | undefined,
): Pick<Token, 'key' | 'caipNetworkId' | 'address' | 'name' | 'symbol'> {
  const { caipNetworkId, nativeCurrency } = network
  const short = [...(cleanName(symbol) ?? '')].slice(0, symbolLength).join('')
  if (address === undefined) {
    // The host says what its network's currency is called.
    return { key: 'native', caipNetworkId, name: nativeCurrency.name, symbol: nativeCurrency.symbol }
  }
  return {
    key: spelledOnce(address, spelling),
    caipNetworkId,
    address,
    name: cleanName(name) ?? (short || shortened(address)),
    // Beside an amount, it is not to be read as more of it.
    symbol: readsAsAmount(short) ? shortened(address) : short,
  }
}

/** A token without a name is shown by its contract address, shortened (SPEC §9). */
function shortened(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}

/** For display, the one place where money is a floating-point number (F27: unknown values are absent). */
function fiat(
  price: number | null | undefined,
  value: number | null | undefined,
): Pick<Token, 'price' | 'value'> {
  const isKnown = (number: number | null | undefined): number is number =>
    typeof number === 'number' && Number.isFinite(number) && number >= 0
  return { ...(isKnown(price) && { price }), ...(isKnown(value) && { value }) }
}

function worth({ value, decimals }: Token['amount'], price: number): number {
  return (Number(value) / 10 ** decimals) * price
}

/** Each key once: the first that claims it. */
function distinct(tokens: readonly Token[]): readonly Token[] {
  const seen = new Set<string>()
  return tokens.filter(({ key }) => !seen.has(key) && seen.add(key))
}
