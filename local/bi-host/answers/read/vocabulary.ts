import { declaredFields, declaredSources } from '../../model/declarations'

const declared = (part: 'measure' | 'thing'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    declaredSources.flatMap((one) => (one[part] === undefined ? [] : [[one.source, one[part]]])),
  )

/** What a question is about when it names a subject and no measure. */
export const usualMeasure = declared('measure')

/** What flows out is a net flow below zero. */
export const outward: ReadonlySet<string> = new Set(outflowWords())

function outflowWords(): readonly string[] {
  return ['', 'net ', 'etf ', 'fund ', 'etf net ', 'rwa ', 'stablecoin '].flatMap((kind) => [
    `${kind}outflow`,
    `${kind}outflows`,
  ])
}

/** What a ranking without a noun is about, where it is not the first attribute. */
export const usualThing = declared('thing')

/** Measures that only one asset has. */
export const onlyFor: Readonly<Record<string, string>> = Object.fromEntries(
  declaredFields.flatMap(({ field, onlyFor: one }) => (one === undefined ? [] : [[field, one]])),
)

/** Words that hold a question together and ask nothing. */
export const fillers = new Set(
  `a an the of in on at to for from as is are was were be been do does did has have had it its their there this that these those me my we us you i
  show give tell get plot draw display see want know need like would could can please let lets find list what whats how much many who where when
  value values number amount figure figures level data chart graph plot diagram view picture with and or out off about into onto within among
  s t usd dollar dollars us terms being held hold holds currently now latest present right today's alone compare compared comparison between
  total overall combined altogether together sum average mean avg crypto market-wide total's happened happening
  look looks looking like doing done morning afternoon evening rows row been big large whole entire active people sits sit live lives higher lower bigger larger smaller hit took place trade trades requirement requirements status closed traded trading ended stood stand stands standing finished sat quick quickly overview pls kindly thanks thank hi hello hey d m ll re ve wondering interested ever
  both side sort sorted order ordered rank ranked fast quickly pay pays paying offer offers charge charges earn earns report reports current saw experienced recorded date dates via through any sees seeing profile make makes put take takes taking go going come comes gets got seen then ok okay again back keep
  break than broken settle settles settled settling everything everywhere down split breakdown group grouped handled handles handle processed processes process transacted facilitated executed use using gimme lemme whos say recent recently strayed drifted annualised annualized money actually pattern patterns really roughly around approximately so far utc gmt but exactly precisely simply basically honestly count counts went goes belong belongs happens happen cost costs own owns hosts host hosted hosting houses heavily actively still ranking popular typically usually away separately individually here averages sums totals anything`.split(
    /\s+/,
  ),
)
