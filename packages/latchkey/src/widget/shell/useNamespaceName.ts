import type { ChainNamespace } from '../../contract/caip.ts'
import { factsOf } from '../../engine/base/factsOf.ts'
import { connectingTexts } from '../connect/connectTexts.ts'
import { useEngineState } from './useEngineState.ts'
import { useTexts } from './useTexts.ts'

/** Names namespaces: by the texts where they have words for one, else by the title that its adapter brings. */
export function useNamespaceName(): (namespace: ChainNamespace) => string {
  const t = useTexts(connectingTexts)
  const config = useEngineState(snapshot => snapshot.config)
  return namespace => {
    const key = `namespace.${namespace}`
    return key in connectingTexts ? t(key as keyof typeof connectingTexts) : factsOf(config, namespace).title
  }
}
