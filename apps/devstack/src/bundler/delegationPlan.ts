import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Address, concat, encodeAbiParameters, type Hex } from 'viem'
import artefacts from '../../bundler/artefacts.json' with { type: 'json' }
import { bundlerAccounts } from './bundlerAccounts.ts'

/** Where the Delegation Framework 1.3.0 is on public networks: its manager, and the enforcers that permissions are made of. */
export const delegationFramework = {
  DelegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  AllowedCalldataEnforcer: '0xc2b0d624c1c4319760C96503BA27C347F3260f55',
  AllowedMethodsEnforcer: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  AllowedTargetsEnforcer: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  ERC20PeriodTransferEnforcer: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  ERC20StreamingEnforcer: '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
  ERC20TransferAmountEnforcer: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
  ExactCalldataEnforcer: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  LimitedCallsEnforcer: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  NativeTokenPeriodTransferEnforcer: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  NativeTokenStreamingEnforcer: '0xD10b97905a320b13a0608f7E9cC506b56747df19',
  NativeTokenTransferAmountEnforcer: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320',
  NonceEnforcer: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
  RedeemerEnforcer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
  TimestampEnforcer: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  ValueLteEnforcer: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
} as const satisfies Readonly<Record<string, Address>>

/** A contract whose code the chain makes from its creation code, and which is then set at its address. */
export interface SetContract {
  readonly name: string
  readonly address: Address
  readonly creationCode: Hex
}

/**
 * Reads the framework's creation code from the packages of a folder. Its publisher does not say with which salts it was created, so
 * these addresses prove nothing of the bytes: the lockfile's hash of the package has to.
 */
export function loadDelegationPlan(folder: string): SetContract[] {
  const load = createRequire(join(folder, 'package.json'))
  const codes: Record<string, Hex> = load(artefacts['Delegation Framework'].artefact)
  return Object.entries(delegationFramework).map(([name, address]) => {
    const code = codes[name]
    if (code === undefined) throw new Error(`@metamask/delegation-abis has no ${name}`)
    const owner = encodeAbiParameters([{ type: 'address' }], [bundlerAccounts.deployer.address])
    return { name, address, creationCode: name === 'DelegationManager' ? concat([code, owner]) : code }
  })
}
