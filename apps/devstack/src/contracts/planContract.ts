import { type Abi, type Address, encodeDeployData, getContractAddress, type Hex, zeroHash } from 'viem'

/** The CREATE2 factory that anvil puts on every chain; an address then depends on code and arguments alone. */
export const create2Factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const create2Salt: Hex = zeroHash

export interface PlannedContract {
  readonly address: Address
  readonly creationCode: Hex
}

/** Returns the factory call for a contract with these arguments, and the contract's address; `from` is who creates it. */
export function planContract(
  artifact: { abi: unknown; bytecode: string },
  args: readonly unknown[],
  from = create2Factory,
): PlannedContract {
  const creationCode = encodeDeployData({
    abi: artifact.abi as Abi,
    bytecode: artifact.bytecode as Hex,
    args,
  })
  const address = getContractAddress({
    opcode: 'CREATE2',
    from,
    salt: create2Salt,
    bytecode: creationCode,
  })
  return { address, creationCode }
}
