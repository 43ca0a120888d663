import { type Finding, refuse } from '../finding.ts'
import { fixtureEntryPoints, isEntryPointOf, isListed, type Room, roomOf } from '../rooms.ts'
import { isTest, type SourceFile } from '../sourceFile.ts'
import type { Link, Tree } from '../tree.ts'

/** Who may import whom: the table in `rooms.ts`. */
export function arrows(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    const room = roomOf(path)
    if (room === undefined || isTest(path)) continue
    for (const link of tree.links.get(path) ?? []) {
      const finding = judgeTestCode(file, link) ?? judge(file, room, link, tree)
      if (finding !== undefined) findings.push(finding)
    }
  }
  return findings
}

function judgeTestCode(file: SourceFile, link: Link): Finding | undefined {
  if (link.to === undefined || !isTest(link.to) || fixtureEntryPoints.includes(file.path)) return undefined
  const what = `"${link.specifier}" belongs to the tests`
  return refuse(file, link.start, 'arrows', what, 'move what both need into a source file')
}

function judge(file: SourceFile, room: Room, link: Link, tree: Tree): Finding | undefined {
  if (tree.entryPoints.has(link.specifier)) return judgeEntryPoint(file, room, link)
  if (link.to !== undefined) return judgePath(file, room, link, link.to)
  if (link.package !== undefined) return judgePackage(file, room, link, link.package)
  return undefined
}

function judgeEntryPoint(file: SourceFile, room: Room, link: Link): Finding | undefined {
  if (isEntryPointOf(room, link.specifier)) return undefined
  const what = `${room.name} must not import the entry point "${link.specifier}"`
  if (/^@latchkey\/testing(\/|$)/.test(link.specifier)) {
    return refuse(file, link.start, 'arrows', what, 'use it from tests, e2e, bench or the playground only')
  }
  return refuse(file, link.start, 'arrows', what, entryPointAdvice(room))
}

function entryPointAdvice(room: Room): string {
  const entryPoints = room.entryPoints ?? []
  if (entryPoints.length === 0)
    return 'import the file itself by its relative path, if its room may be imported'
  return `its entry points are ${entryPoints.join(', ')}`
}

function judgePath(file: SourceFile, room: Room, link: Link, to: string): Finding | undefined {
  const target = roomOf(to)
  if (target === undefined) {
    const what = `"${link.specifier}" leads out of every room`
    return refuse(file, link.start, 'arrows', what, 'import a public entry point or a package')
  }
  if (target === room) return room.isolated ? judgeSibling(file, room, link, to) : undefined
  if (room.rooms.includes(target.name)) return undefined
  if (room.lazy?.includes(target.name)) {
    if (link.kind !== 'static') return undefined
    const what = `${room.name} imports ${target.name} statically`
    return refuse(file, link.start, 'arrows', what, 'use `import()`, or "import type"')
  }
  const byInterface = room.interfaces?.includes(target.name) ?? false
  if (byInterface && link.kind === 'type') return undefined
  if (byInterface) {
    const what = `${room.name} imports running code of ${target.name}`
    return refuse(file, link.start, 'arrows', what, `take it as an argument, or use "import type"`)
  }
  const what = `${room.name} must not import ${target.name}`
  const allowed = room.rooms.length === 0 ? 'nothing but itself' : room.rooms.join(', ')
  const advice = room.entryPoints === undefined ? `it may import ${allowed}` : entryPointAdvice(room)
  return refuse(file, link.start, 'arrows', what, advice)
}

function judgeSibling(file: SourceFile, room: Room, link: Link, to: string): Finding | undefined {
  const [mine, theirs] = [file.path, to].map(path => path.slice(room.prefix.length).split('/')[0])
  if (mine === theirs) return undefined
  const what = `${room.name}/${mine} imports ${room.name}/${theirs}`
  return refuse(
    file,
    link.start,
    'arrows',
    what,
    'the rooms of two namespaces do not know each other; share through contract',
  )
}

function judgePackage(file: SourceFile, room: Room, link: Link, name: string): Finding | undefined {
  if (isWorkspace(name)) {
    const what = `"${link.specifier}" is not a public entry point`
    return refuse(file, link.start, 'arrows', what, 'import one that the package lists in "exports"')
  }
  if (room.packages === undefined || link.kind === 'type' || isListed(name, room.packages)) return undefined
  const allowed = room.packages.join(', ')
  return refuse(
    file,
    link.start,
    'arrows',
    `${room.name} must not import the package "${name}"`,
    `it may import ${allowed}`,
  )
}

function isWorkspace(name: string): boolean {
  return name === 'latchkey' || name.startsWith('@latchkey/')
}
