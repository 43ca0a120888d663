import { parseSignInMessageText } from '@solana/wallet-standard-util'

/** Milliseconds by which a text's time may differ from the wallet's clock. */
const longestDistance = 600_000

/**
 * Why Phantom would refuse a Sign In With Solana text without showing it (-32000), by its published rules; undefined when it
 * would show it. The text is read by the ecosystem's own library.
 */
export function walletRefusal(
  text: string,
  {
    page,
    address,
    now,
  }: {
    /** URL of the page that asks. */
    readonly page: string
    readonly address: string
    readonly now: number
  },
): string | undefined {
  const said = parseSignInMessageText(text)
  if (!said) return 'malformed'
  const { host, origin } = new URL(page)
  const time = (value: string | undefined) => (value === undefined ? undefined : Date.parse(value))
  const [issued, ends, begins] = [time(said.issuedAt), time(said.expirationTime), time(said.notBefore)]
  if (said.domain !== host) return 'domain'
  if (said.address !== address) return 'address'
  if (said.uri !== undefined && new URL(said.uri).origin !== origin) return 'uri'
  if (said.version !== undefined && said.version !== '1') return 'version'
  if (said.chainId !== undefined && !/^(?:solana:)?(?:mainnet|testnet|devnet|localnet)$/.test(said.chainId))
    return 'chain'
  if (issued !== undefined && !(Math.abs(issued - now) <= longestDistance)) return 'issued at'
  if (ends !== undefined && (ends <= now || (issued !== undefined && ends <= issued))) return 'expired'
  if (begins !== undefined && ends !== undefined && begins >= ends) return 'not before'
  return undefined
}
