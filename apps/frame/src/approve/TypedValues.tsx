import type { TypedNode } from '../provider/evm/typedData.ts'
import { showHidden } from './showHidden.ts'

/** Typed data as a tree: each value that is signed, under its name. */
export function TypedValues({ node }: { readonly node: TypedNode }) {
  return (
    <div className="approve-typed">
      <p className="approve-typed-name">
        <bdi>{node.name}</bdi> <span>{node.type}</span>
      </p>
      {node.members ? (
        <ul>
          {node.members.map((member, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: members stand in the order in which they are signed
            <li key={at}>
              <TypedValues node={member} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="approve-typed-value">
          <bdi>{showHidden(node.value ?? '') || '(empty)'}</bdi>
        </p>
      )}
    </div>
  )
}
