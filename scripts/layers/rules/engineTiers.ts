import { type Finding, refuse } from '../finding.ts'
import { engineTiers } from '../rooms.ts'
import { isTest, type SourceFile } from '../sourceFile.ts'
import type { Link, Tree } from '../tree.ts'

type Tier = 'root' | 'base' | 'noun' | 'flow'

interface Place {
  tier: Tier
  folder: string
}

const order = { base: 0, noun: 1, flow: 2, root: 3 } as const satisfies Record<Tier, number>

/** Every folder of the engine. */
const tiers: readonly string[] = ['base', 'nouns', 'flows']

/** Inside the engine imports go down: flows → nouns → base; its top files tie the tiers together and lend only types. */
export function engineTiersRule(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (!path.startsWith(engineTiers.prefix) || isTest(path)) continue
    const outside = judgeFolder(file)
    if (outside !== undefined) findings.push(outside)
    for (const link of tree.links.get(path) ?? []) {
      const finding = link.to?.startsWith(engineTiers.prefix) ? judge(file, link, link.to) : undefined
      if (finding !== undefined) findings.push(finding)
    }
  }
  return findings
}

function judgeFolder(file: SourceFile): Finding | undefined {
  const [folder = '', ...rest] = file.path.slice(engineTiers.prefix.length).split('/')
  if (rest.length === 0 || tiers.includes(folder)) return undefined
  return refuse(file, 0, 'tiers', `engine/${folder} is no tier`, 'put it into base/, nouns/ or flows/')
}

function judge(file: SourceFile, link: Link, to: string): Finding | undefined {
  const from = placeOf(file.path)
  const target = placeOf(to)
  if ((from.tier === target.tier && from.folder === target.folder) || from.tier === 'root') return undefined
  if (target.tier === 'root') {
    if (link.kind === 'type') return undefined
    const what = `${from.tier} ${from.folder} imports running code of the engine's top`
    return refuse(
      file,
      link.start,
      'tiers',
      what,
      'use "import type"; the top builds the tiers, they do not call it',
    )
  }
  if (from.tier === 'flow' && target.tier === 'flow') {
    const what = `flow ${from.folder} imports flow ${target.folder}`
    return refuse(file, link.start, 'tiers', what, 'move what both need down into a noun, or react to a fact')
  }
  if (from.tier === 'noun' && target.tier === 'noun') {
    if (engineTiers.nounEdges.some(([a, b]) => a === from.folder && b === target.folder)) return undefined
    const what = `noun ${from.folder} imports noun ${target.folder}`
    return refuse(
      file,
      link.start,
      'tiers',
      what,
      'pass it in, or list the edge in scripts/layers/rooms.ts with a reason',
    )
  }
  if (order[target.tier] <= order[from.tier]) return undefined
  const what = `${from.tier} ${from.folder} imports ${target.tier} ${target.folder}`
  return refuse(file, link.start, 'tiers', what, 'imports go down only: base ← nouns ← flows')
}

function placeOf(path: string): Place {
  const [tier = '', folder = ''] = path.slice(engineTiers.prefix.length).split('/')
  if (tier === 'nouns') return { tier: 'noun', folder }
  if (tier === 'flows') return { tier: 'flow', folder }
  return tier === 'base' ? { tier: 'base', folder: 'base' } : { tier: 'root', folder: '' }
}
