import type { Machine } from '../namespaces/namespaceServices.ts'
import { machineOf } from '../namespaces/namespaces.ts'
import type { ChainFacts } from './chainFacts.ts'

/** Joins the readers of all machines into one, which asks the one that is for the chain. */
export function byMachine<Rest extends readonly unknown[], R>(
  readers: Readonly<Record<Machine, (chain: ChainFacts, ...rest: Rest) => R>>,
): (chain: ChainFacts, ...rest: Rest) => R {
  return (chain, ...rest) => {
    const machine = machineOf(chain.id)
    if (machine === undefined) throw new Error(`No reader for accounts of ${chain.id}`)
    return readers[machine](chain, ...rest)
  }
}
