import { type Finding, refuse } from '../finding.ts'
import { type ServerGroup, serverGroups } from '../serverGroups.ts'
import { isTest } from '../sourceFile.ts'
import type { Tree } from '../tree.ts'

const { prefix, top, upward } = serverGroups
const groups: readonly ServerGroup[] = serverGroups.groups

interface Place {
  /** `data/price`, `relay`, or the file's own name on the top floor. */
  readonly name: string
  /** Undefined on the top floor. */
  readonly group: ServerGroup | undefined
  readonly rank: number
}

/** Inside the server imports go down: a room knows the rooms before it in its group, and the groups below that. */
export function serverGroupsRule(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (!path.startsWith(prefix) || isTest(path)) continue
    const from = placeOf(path)
    if (from === undefined) {
      const what = `${path.slice(prefix.length)} stands in no group of the server`
      findings.push(refuse(file, 0, 'groups', what, 'list its folder in scripts/layers/serverGroups.ts'))
      continue
    }
    for (const link of tree.links.get(path) ?? []) {
      const to = link.to?.startsWith(prefix) ? placeOf(link.to) : undefined
      if (to === undefined || isAllowed(from, to)) continue
      const what = `${from.name} imports ${to.name}, which stands above it`
      const fix =
        'move what both need down, or let the higher room bring it (a parameter, or provide() in its open()); the order is in scripts/layers/serverGroups.ts'
      findings.push(refuse(file, link.start, 'groups', what, fix))
    }
  }
  return findings
}

function isAllowed(from: Place, to: Place): boolean {
  if (from.group === undefined || from.name === to.name) return true
  if (upward.some(([lower, higher]) => lower === from.name && higher === to.name)) return true
  if (to.group === undefined) return false
  return from.group === to.group ? to.rank < from.rank : from.group.below.includes(to.group.name)
}

function placeOf(path: string): Place | undefined {
  const [first = '', second = '', ...deeper] = path.slice(prefix.length).split('/')
  if (second === '' || top.some(folder => folder === first)) return { name: first, group: undefined, rank: 0 }
  const group = groups.find(({ name }) => name === first)
  if (group === undefined) return undefined
  if (group.rooms.length === 0) return { name: first, group, rank: 0 }
  const rank = group.rooms.indexOf(second)
  return rank === -1 || deeper.length === 0 ? undefined : { name: `${first}/${second}`, group, rank }
}
