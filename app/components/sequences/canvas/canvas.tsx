import '@xyflow/react/dist/base.css'
import {
  Background,
  MarkerType,
  MiniMap,
  type NodeChange,
  type OnNodesChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Maximize, Minus, Plus } from '~/components/ui/icons'
import type { StepTexts } from '~/models/sequences/flow/texts.server'
import { paths } from '~/paths'
import { momentsOf, sayPlace } from '../flow/time-words'
import { useView } from '../flow/use-view'
import type { StepView } from '../step-view'
import { zoneWords } from '../step-words'
import { useReorder } from '../use-reorder'
import { type CanvasEdge, graphOf } from './graph'
import { type Layout, layOut } from './layout'
import { type CardNode, ENDS, NODE_TYPES, type WayEdge } from './nodes'
import { labelSize, WAY_TYPES, wayColor } from './ways'

export interface CanvasProps {
  sequence: { id: string; status: string; timezone: string; useContactTimezone: boolean }
  steps: StepView[]
  /** Names of templates and lists by id. */
  names: Record<string, string>
  /** What the emails say, and to whom. */
  texts: StepTexts | null
  /** Contacts at each step now. */
  counts: Record<string, number>
  /** The step in the panel. */
  editing: string | null
}

/** The steps of a sequence as a picture to edit. */
export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Picture {...props} />
    </ReactFlowProvider>
  )
}

/** From this many steps on a small map helps. */
const MAP_FROM = 12
/** Zoom limits, the least zoom at which cards are easy to read, and that of a picture wider than its frame. */
const ZOOM = { least: 0.15, most: 1.5, readable: 0.75, narrow: 0.9 }
/** Pixels around the picture. */
const EDGE = 24

type Sizes = Record<string, { width: number; height: number }>

function Picture({ sequence, steps, names, texts, counts, editing }: CanvasProps) {
  const { inView } = useView()
  const isMain = (step: StepView) => !step.branchOnly
  const { shown, lifted, said, handle } = useReorder(inView(paths.orderSteps(sequence.id)), steps, isMain)
  // Asking for the order again with every rendering would lay the picture out again.
  const order = shown.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order stands for the array
  const ordered = useMemo(() => shown, [steps, order])
  const graph = useMemo(() => graphOf(ordered), [ordered])
  const [sizes, setSizes] = useState<Sizes>({})
  const drawing = useDrawing(graph, sizes)
  useFirstLook(drawing)
  useFollow(drawing, editing, sizes)

  const nameOf = (id: string) => steps.find((step) => step.id === id)?.name
  const moments = momentsOf(ordered)
  const nodes = graph.nodes.map((node): CardNode => {
    const step = ordered.find(({ id }) => id === node.id)
    const base = {
      id: node.id,
      position: drawing?.corners.get(node.id) ?? AT_START,
      measured: sizes[node.id],
      handles: ENDS,
      style: drawing?.corners.has(node.id) ? CLICKABLE : UNPLACED,
    }
    if (!step) return { ...base, type: node.type === 'start' ? 'start' : 'end', data: {} }
    return {
      ...base,
      type: 'step',
      data: {
        sequence,
        step,
        steps: ordered,
        position: ordered.indexOf(step) + 1,
        textOf: (id) => ({ name: names[id], ...texts?.byTemplate[id] }),
        list: step.personaId ? names[step.personaId] : undefined,
        moment: moments.get(step.id),
        count: sequence.status === 'draft' ? 0 : (counts[step.id] ?? 0),
        isEdited: step.id === editing,
        isLifted: step.id === lifted,
        handle: isMain(step) && steps.length > 1 ? handle(step) : null,
      },
    }
  })
  const edges = graph.edges.map(
    (edge): WayEdge => ({
      id: edge.id,
      source: edge.from,
      target: edge.to,
      type: 'way',
      ariaLabel: sayPlace(edge.link, nameOf),
      markerEnd: { type: MarkerType.ArrowClosed, color: wayColor(edge.link), width: 14, height: 14 },
      hidden: !drawing?.ways.has(edge.id),
      data: { sequenceId: sequence.id, link: edge.link, nameOf, ...drawing?.ways.get(edge.id) },
    }),
  )
  const onNodesChange: OnNodesChange<CardNode> = useCallback((changes) => {
    if (changes.some(isSize)) setSizes((known) => sizesAfter(known, changes))
  }, [])
  const isLarge = useIsLarge(drawing)
  return (
    <section aria-label="Canvas" className="relative min-h-0 min-w-0 grow">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={WAY_TYPES}
        onNodesChange={onNodesChange}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        panOnScroll={isLarge}
        preventScrolling={isLarge}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1.5} color="var(--line-strong)" bgColor="var(--canvas)" />
        <Panel position="bottom-left">
          <div className="flex items-center gap-2">
            <Zoom />
            <p className="rounded-md bg-canvas px-1.5 text-xs text-muted">
              Times in {zoneWords(sequence)}
              {texts?.contact && `, emails to ${texts.contact}`}
            </p>
          </div>
        </Panel>
        {steps.length >= MAP_FROM && (
          <MiniMap<CardNode>
            pannable
            ariaLabel="Map of the steps"
            className="overflow-hidden rounded-lg shadow-pop max-md:hidden"
            style={{ width: 120, height: 144 }}
            nodeColor={({ type, id }) =>
              type !== 'step' ? 'var(--line-strong)' : id === editing ? 'var(--accent)' : 'var(--control)'
            }
            nodeBorderRadius={12}
            bgColor="var(--surface)"
            maskColor="var(--shade)"
          />
        )}
      </ReactFlow>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

/** Without it the library lets clicks through a node that it neither drags nor selects. */
const CLICKABLE = { pointerEvents: 'all' } as const

/** A card that is being measured has no place yet. */
const UNPLACED = { visibility: 'hidden' } as const
const AT_START = { x: 0, y: 0 }

type SizeChange = Extract<NodeChange<CardNode>, { type: 'dimensions' }>
const isSize = (change: NodeChange<CardNode>): change is SizeChange =>
  change.type === 'dimensions' && !!change.dimensions

function sizesAfter(known: Sizes, changes: NodeChange<CardNode>[]): Sizes {
  const measured = changes.filter(isSize).map(({ id, dimensions }) => [id, { ...dimensions! }] as const)
  return { ...known, ...Object.fromEntries(measured) }
}

/** The layout of what has been measured; while a new card is measured, the last one. */
function useDrawing({ nodes, edges }: ReturnType<typeof graphOf>, sizes: Sizes): Layout | null {
  const last = useRef<Layout | null>(null)
  return useMemo(() => {
    if (nodes.some(({ id }) => !sizes[id])) return last.current
    last.current = layOut(
      nodes.map((node) => ({ ...node, ...sizes[node.id]! })),
      edges.map((edge: CanvasEdge) => ({ ...edge, ...labelSize(edge.link) })),
    )
    return last.current
  }, [nodes, edges, sizes])
}

/** Shows all of a small picture, and the beginning of a large one at a readable size. */
function useFirstLook(drawing: Layout | null): void {
  const { setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const done = useRef(false)
  useEffect(() => {
    if (!drawing || width === 0 || done.current) return
    done.current = true
    const across = (width - 2 * EDGE) / drawing.width
    const all = Math.min(across, (height - 2 * EDGE) / drawing.height)
    const zoom = Math.min(1, all >= ZOOM.readable ? all : across >= ZOOM.readable ? across : ZOOM.narrow)
    const x = Math.max(EDGE, (width - drawing.width * zoom) / 2)
    setViewport({ x, y: EDGE, zoom })
  }, [drawing, width, height, setViewport])
}

/** Brings the edited step into view when the panel opens. */
function useFollow(drawing: Layout | null, editing: string | null, sizes: Sizes): void {
  const { setCenter, getZoom } = useReactFlow()
  const width = useStore((state) => state.width)
  const now = useRef({ drawing, sizes })
  now.current = { drawing, sizes }
  const isDrawn = drawing !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the panel has changed the width
  useEffect(() => {
    const corner = editing && now.current.drawing?.corners.get(editing)
    const size = editing && now.current.sizes[editing]
    if (!isDrawn || !corner || !size) return
    setCenter(corner.x + size.width / 2, corner.y + size.height / 2, { zoom: getZoom(), duration: motion() })
  }, [editing, isDrawn, width, setCenter, getZoom])
}

/** Whether the picture is larger than its frame: then scrolling moves it, not the page. */
function useIsLarge(drawing: Layout | null): boolean {
  const isLarge = useStore(({ width, height, transform: [, , zoom] }) =>
    drawing ? drawing.width * zoom > width || drawing.height * zoom > height : false,
  )
  return isLarge
}

/** Milliseconds of a movement; none for users who prefer less. */
const motion = () => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200)

function Zoom() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const acts = [
    { label: 'Zoom in', icon: <Plus aria-hidden="true" />, act: () => zoomIn({ duration: motion() }) },
    { label: 'Zoom out', icon: <Minus aria-hidden="true" />, act: () => zoomOut({ duration: motion() }) },
    {
      label: 'Fit all steps',
      icon: <Maximize aria-hidden="true" />,
      act: () => fitView({ duration: motion(), maxZoom: 1, padding: 0.06 }),
    },
  ]
  return (
    <div className="flex gap-0.5 rounded-lg bg-raised p-0.5 shadow-pop">
      {acts.map(({ label, icon, act }) => (
        <Button
          key={label}
          type="button"
          variant="ghost"
          size="sm"
          square
          aria-label={label}
          title={label}
          icon={icon}
          onClick={act}
        />
      ))}
    </div>
  )
}
