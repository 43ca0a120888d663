import type { ChainNamespace } from '../../../contract/caip.ts'
import type { ResolvedConfig } from '../../base/config.ts'

/** The namespaces with an adapter that the embedded wallet has accounts for. */
export function embeddedNamespaces({
  adapters,
}: Pick<ResolvedConfig, 'adapters'>): readonly ChainNamespace[] {
  return adapters.filter(({ facts }) => facts?.embedded !== undefined).map(({ namespace }) => namespace)
}
