import { bitcoinSignIn } from './bitcoinSignIn.ts'
import { cosmosSignIn } from './cosmosSignIn.ts'
import { evmSignIn } from './evmSignIn.ts'
import { polkadotSignIn } from './polkadotSignIn.ts'
import type { SignInNamespace } from './signInNamespace.ts'
import { solanaSignIn } from './solanaSignIn.ts'
import { stacksSignIn } from './stacksSignIn.ts'
import { suiSignIn } from './suiSignIn.ts'

/** The namespaces whose signatures the server can check. Another one is one row and one file. */
const signInNamespaces: Readonly<Record<string, SignInNamespace>> = {
  eip155: evmSignIn,
  solana: solanaSignIn,
  bip122: bitcoinSignIn,
  cosmos: cosmosSignIn,
  polkadot: polkadotSignIn,
  stacks: stacksSignIn,
  sui: suiSignIn,
}

/** What the server knows of a namespace; undefined for one whose signatures it cannot check. */
export function signInNamespaceOf(namespace: string): SignInNamespace | undefined {
  return Object.hasOwn(signInNamespaces, namespace) ? signInNamespaces[namespace] : undefined
}
