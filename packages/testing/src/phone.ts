/**
 * The entry point `@latchkey/testing/phone`: a wallet on another device, reached over a relay. It needs `latchkey`
 * beside it.
 */
export type { PhoneAsk } from './phone/createAskList.ts'
export type { PhoneSigners } from './phone/createPhoneSigners.ts'
export type { PhoneSolana } from './phone/createPhoneSolana.ts'
export { createPhoneWallet, type PhoneWallet } from './phone/createPhoneWallet.ts'
export { deriveSolanaAccounts } from './phone/deriveSolanaAccounts.ts'
export { type PhoneBitcoinChain, phoneBitcoin } from './phone/phoneBitcoin.ts'
export { type PhoneCosmosChain, phoneCosmos } from './phone/phoneCosmos.ts'
export type { PhoneCluster, PhoneSolanaOptions, PhoneWalletOptions } from './phone/phoneOptions.ts'
export { type PhonePolkadotChain, phonePolkadot } from './phone/phonePolkadot.ts'
export type { PhoneNamespace, PhoneSession } from './phone/phoneSession.ts'
export type { PhoneSigner, SignerCall } from './phone/phoneSigner.ts'
export { phoneStacks } from './phone/phoneStacks.ts'
export { phoneSui } from './phone/phoneSui.ts'
export { type FindAttestationKey, type Verification, verify } from './phone/verifyAsker.ts'
export { accountOf as solanaAccount, type SolanaTestAccount } from './solana/solanaAccounts.ts'
