import { createRequire } from 'node:module'
import { join } from 'node:path'
import { delegatedContracts, safeContracts } from 'latchkey/services'
import { type Address, concat, encodeAbiParameters, getContractAddress, type Hex, zeroHash } from 'viem'
import { create2Factory } from '../contracts/planContract.ts'

/** Safe's own CREATE2 factory, under the same code as `create2Factory`. anvil does not have it. */
export const safeSingletonFactory: Address = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

interface PinnedContract {
  readonly name: string
  /** Where it is on public networks. */
  readonly address: Address
  /** Its artefact, as a file of a package. */
  readonly artifact: string
  readonly factory: Address
  readonly salt: Hex
  /** The entry point that its constructor takes. */
  readonly entryPoint?: Address
}

const safe = '@safe-global/safe-contracts/build/artifacts/contracts'
const module = '@safe-global/safe-4337/build/artifacts/contracts'
const ofSafe = { factory: safeSingletonFactory, salt: zeroHash }
const ofOthers = { factory: create2Factory, salt: zeroHash }

/**
 * The contracts of smart accounts as they are published. Each address follows from the bytes of its artefact (CREATE2), so that the
 * one on public networks proves where the bytes are from. The Safe that the module's package brings along is another one.
 */
export const smartPlan: readonly PinnedContract[] = [
  {
    name: 'EntryPoint 0.7',
    address: safeContracts.entryPoint,
    artifact: '@account-abstraction/contracts-0.7/artifacts/EntryPoint.json',
    factory: create2Factory,
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
  },
  {
    name: 'EntryPoint 0.8',
    address: delegatedContracts.entryPoint,
    artifact: '@account-abstraction/contracts-0.8/artifacts/EntryPoint.json',
    factory: create2Factory,
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
  },
  {
    name: 'Simple7702Account',
    address: delegatedContracts.account,
    artifact: '@account-abstraction/contracts-0.8/artifacts/Simple7702Account.json',
    ...ofOthers,
  },
  {
    name: 'Safe',
    address: safeContracts.singleton,
    artifact: `${safe}/Safe.sol/Safe.json`,
    ...ofSafe,
  },
  {
    name: 'SafeL2',
    address: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    artifact: `${safe}/SafeL2.sol/SafeL2.json`,
    ...ofSafe,
  },
  {
    name: 'SafeProxyFactory',
    address: safeContracts.factory,
    artifact: `${safe}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`,
    ...ofSafe,
  },
  {
    name: 'MultiSend',
    address: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
    artifact: `${safe}/libraries/MultiSend.sol/MultiSend.json`,
    ...ofSafe,
  },
  {
    name: 'MultiSendCallOnly',
    address: safeContracts.multiSendCallOnly,
    artifact: `${safe}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`,
    ...ofSafe,
  },
  {
    name: 'Safe4337Module',
    address: safeContracts.module,
    artifact: `${module}/Safe4337Module.sol/Safe4337Module.json`,
    ...ofOthers,
    entryPoint: safeContracts.entryPoint,
  },
  {
    name: 'SafeModuleSetup',
    address: safeContracts.moduleSetup,
    artifact: `${module}/SafeModuleSetup.sol/SafeModuleSetup.json`,
    ...ofOthers,
  },
]

/** A contract that a factory creates. */
export interface SmartContract {
  readonly name: string
  readonly address: Address
  readonly factory: Address
  /** What the factory is called with: salt and creation code. */
  readonly data: Hex
}

/**
 * Reads the artefacts of `smartPlan` from the packages of a folder.
 * @throws Error when the bytes of one do not lead to its address.
 */
export function loadSmartPlan(folder: string, plan = smartPlan): SmartContract[] {
  const load = createRequire(join(folder, 'package.json'))
  return plan.map(({ name, address, artifact, factory, salt, entryPoint }) => {
    const { bytecode }: { bytecode: Hex } = load(artifact)
    const args = entryPoint ? [encodeAbiParameters([{ type: 'address' }], [entryPoint])] : []
    const creationCode = concat([bytecode, ...args])
    const found = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: creationCode })
    if (found !== address) throw new Error(`${artifact} leads to ${found}, and ${name} is at ${address}`)
    return { name, address, factory, data: concat([salt, creationCode]) }
  })
}
