import type { Tree } from '../layers/tree.ts'
import type { LoadPlan } from './mergeModules.ts'

/** Lazy parts that may share a module without a row: the bundler then gives it a chunk of its own, one more fetch for each. */
const mostSharing = 8

export interface LoadPlanOptions {
  readonly plan: LoadPlan
  readonly tree: Tree
  /** The package's folder of sources, with a slash at the end. */
  readonly src: string
  /** The modules of its entry points. */
  readonly entries: readonly string[]
}

/**
 * Returns the errors of a load plan, a line each: a path that does not exist, a row with no module of its own, an early
 * chunk that no row makes, and a module in no row that more than eight lazy parts load.
 */
export function checkLoadPlan({ plan, tree, src, entries }: LoadPlanOptions): readonly string[] {
  const linksOf = (path: string, kind: 'static' | 'dynamic') =>
    (tree.links.get(path) ?? []).flatMap(link =>
      link.kind === kind && link.to?.startsWith(src) && tree.files.has(link.to) ? [link.to] : [],
    )
  const closure = (roots: readonly string[]) => {
    const seen = new Set(roots)
    for (const path of seen) for (const to of linksOf(path, 'static')) seen.add(to)
    return seen
  }
  const rows = Object.entries({ first: plan.first, ...plan.later, ...plan.together })
  const wrong = rows.flatMap(([row, paths]) =>
    paths.filter(path => !tree.files.has(src + path)).map(path => `${row}: no such module: ${path}`),
  )
  const planned = closure(entries)
  for (const [row, paths] of rows) {
    const own = [...closure(paths.map(path => src + path))].filter(path => !planned.has(path))
    if (own.length === 0) wrong.push(`${row}: all of it is in an earlier row`)
    for (const path of own) planned.add(path)
  }
  for (const chunk of plan.early)
    if (chunk !== 'runtime' && !(chunk in plan.later)) wrong.push(`early: no row makes this chunk: ${chunk}`)
  const reached = new Set(entries)
  const lazy = new Set<string>()
  for (const path of reached) {
    for (const to of linksOf(path, 'static')) reached.add(to)
    for (const to of linksOf(path, 'dynamic')) {
      reached.add(to)
      lazy.add(to)
    }
  }
  const users = new Map<string, string[]>()
  for (const root of lazy)
    for (const path of closure([root]))
      if (!planned.has(path)) users.set(path, [...(users.get(path) ?? []), root])
  for (const [path, roots] of users)
    if (roots.length > mostSharing)
      wrong.push(`no row for ${path.slice(src.length)}, which ${roots.length} lazy parts load`)
  return wrong
}
