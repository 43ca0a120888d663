import { createRequire } from 'node:module'
import { join } from 'node:path'
import { delegatedContracts, safeContracts } from 'latchkey/services'
import { type Address, concat, encodeAbiParameters, getContractAddress, type Hex, zeroHash } from 'viem'
import artefacts from '../../bundler/artefacts.json' with { type: 'json' }
import { create2Factory } from '../contracts/planContract.ts'

/** Safe's own CREATE2 factory, under the same code as `create2Factory`. anvil does not have it. */
export const safeSingletonFactory: Address = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

interface PinnedContract {
  readonly name: keyof typeof artefacts
  /** Where it is on public networks. */
  readonly address: Address
  readonly factory: Address
  readonly salt: Hex
  /** The entry point that its constructor takes. */
  readonly entryPoint?: Address
}

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
    factory: create2Factory,
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
  },
  {
    name: 'EntryPoint 0.8',
    address: delegatedContracts.entryPoint,
    factory: create2Factory,
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
  },
  {
    name: 'Simple7702Account',
    address: delegatedContracts.account,
    ...ofOthers,
  },
  {
    name: 'Safe',
    address: safeContracts.singleton,
    ...ofSafe,
  },
  {
    name: 'SafeL2',
    address: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    ...ofSafe,
  },
  {
    name: 'SafeProxyFactory',
    address: safeContracts.factory,
    ...ofSafe,
  },
  {
    name: 'MultiSend',
    address: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
    ...ofSafe,
  },
  {
    name: 'MultiSendCallOnly',
    address: safeContracts.multiSendCallOnly,
    ...ofSafe,
  },
  {
    name: 'Safe4337Module',
    address: safeContracts.module,
    ...ofOthers,
    entryPoint: safeContracts.entryPoint,
  },
  {
    name: 'SafeModuleSetup',
    address: safeContracts.moduleSetup,
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
 * @param artefactOf the file of a package for each.
 * @throws Error when the bytes of one do not lead to its address.
 */
export function loadSmartPlan(
  folder: string,
  artefactOf: (name: keyof typeof artefacts) => string = name => artefacts[name].artefact,
): SmartContract[] {
  const load = createRequire(join(folder, 'package.json'))
  return smartPlan.map(({ name, address, factory, salt, entryPoint }) => {
    const { bytecode }: { bytecode: Hex } = load(artefactOf(name))
    const args = entryPoint ? [encodeAbiParameters([{ type: 'address' }], [entryPoint])] : []
    const creationCode = concat([bytecode, ...args])
    const found = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: creationCode })
    if (found !== address)
      throw new Error(`${artefactOf(name)} leads to ${found}, and ${name} is at ${address}`)
    return { name, address, factory, data: concat([salt, creationCode]) }
  })
}
