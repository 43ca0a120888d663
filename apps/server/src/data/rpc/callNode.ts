import type { NodeLanguage } from '../namespaces/nodeLanguage.ts'
import { callHttpNode } from './callHttpNode.ts'
import { callUpstream, type UpstreamReply } from './callUpstream.ts'

/** Asks one node once, in the language of its namespace. */
export function callNode(
  { speaks }: Pick<NodeLanguage, 'speaks'>,
  options: Parameters<typeof callUpstream>[0],
): Promise<UpstreamReply> {
  return speaks ? callHttpNode(speaks, options) : callUpstream(options)
}
