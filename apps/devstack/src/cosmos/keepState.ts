import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CosmosAccount } from './cosmosState.ts'
import type { ChainStart } from './createCosmosChain.ts'

interface Kept {
  readonly height: number
  readonly balances: readonly (readonly [string, string])[]
  readonly accounts: readonly (readonly [string, CosmosAccount])[]
}

/** The file in which the double keeps its state between two starts. */
export function keepState(folder: string, fresh: boolean) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'state.json')
  if (fresh) rmSync(path, { force: true })
  return {
    /** Undefined at the first start. */
    read(): ChainStart | undefined {
      if (!existsSync(path)) return undefined
      const { height, balances, accounts } = JSON.parse(readFileSync(path, 'utf8')) as Kept
      const held = balances.map(([address, amount]) => [address, BigInt(amount)] as const)
      return { height, state: { balances: new Map(held), accounts: new Map(accounts) } }
    },
    write({ height, state }: ChainStart): void {
      const balances = [...state.balances].map(([address, amount]) => [address, String(amount)] as const)
      const kept: Kept = { height, balances, accounts: [...state.accounts] }
      // Written beside it first: a stop in between leaves the old state.
      writeFileSync(`${path}.new`, JSON.stringify(kept))
      renameSync(`${path}.new`, path)
    },
  }
}
