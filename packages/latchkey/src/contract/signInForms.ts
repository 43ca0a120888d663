/** What the sign-in texts of the namespaces differ in: EIP-4361, Sign In With Solana, and CAIP-122's common form. */
import { privateSolanaCluster, solanaClusters } from './solanaClusters.ts'

/** How a namespace's sign-in text is written. */
export interface SignInForm {
  /** What the text calls an account: "sign in with your Ethereum account". */
  readonly accountName: string
  /** Every address that the text may name; absent: any of CAIP-10. */
  readonly address?: RegExp
  /** Every chain id that the text may name, without the namespace; absent: any of CAIP-2. */
  readonly chainId?: RegExp
  /** Names that the text has for chain ids; others stand as they are. */
  readonly chainNames?: Readonly<Record<string, string>>
  /** The name of every chain that `chainNames` does not list; absent: its chain id. Several chains share it. */
  readonly otherChains?: string
  /** Whether the namespace may stand before the chain's name, as in `solana:mainnet`. */
  readonly mayPrefixChain?: true
  /** Whether one empty line, not two, stands where nothing is stated. */
  readonly isBrief?: true
}

/** By namespace. One that is not here has CAIP-122's common form under its own name. */
export const signInForms: Readonly<Record<string, SignInForm>> = {
  eip155: { accountName: 'Ethereum', address: /^0x[0-9a-fA-F]{40}$/, chainId: /^\d+$/ },
  solana: {
    accountName: 'Solana',
    // Wallets refuse a text that has the CAIP-2 reference in it.
    chainNames: solanaClusters,
    otherChains: privateSolanaCluster,
    mayPrefixChain: true,
    isBrief: true,
  },
  polkadot: {
    accountName: 'Polkadot',
    address: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
    chainId: /^[0-9a-f]{32}$/,
  },
  bip122: {
    accountName: 'Bitcoin',
    // Base58, or bech32 in letters of one case.
    address:
      /^(?:[1-9A-HJ-NP-Za-km-z]{26,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,86}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,86})$/,
    chainId: /^[0-9a-f]{32}$/,
  },
  cosmos: {
    accountName: 'Cosmos',
    address: /^[a-z][a-z0-9]{0,82}1(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})$/,
    chainId: /^[-a-zA-Z0-9]{1,32}$/,
  },
  sui: { accountName: 'Sui', address: /^0x[0-9a-f]{64}$/, chainId: /^[-a-z]{1,32}$/ },
  stacks: { accountName: 'Stacks', address: /^S[0-9A-HJKMNP-TV-Z]{27,40}$/, chainId: /^\d{1,10}$/ },
}

/** Returns a namespace's form. */
export function signInFormOf(namespace: string): SignInForm {
  const known = Object.hasOwn(signInForms, namespace) ? signInForms[namespace] : undefined
  return known ?? { accountName: namespace.charAt(0).toUpperCase() + namespace.slice(1) }
}

/** Returns the name that the text has for a chain id without its namespace. */
export function chainNameOf({ chainNames = {}, otherChains }: SignInForm, reference: string): string {
  const name = Object.hasOwn(chainNames, reference) ? chainNames[reference] : undefined
  return name ?? otherChains ?? reference
}
