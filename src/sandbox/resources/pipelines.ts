/** Pipelines and their stages. */
import type { Operations, Schemas } from '../call.ts';
import { Problem } from '../problem.ts';
import type { PipelineRow, StageRow, State } from '../state.ts';

type Ids = 'listPipelines' | 'getPipeline' | 'listStages' | 'createStage' | 'getStage' | 'updateStage';

export const pipelines: Operations<Ids> = {
  listPipelines: (call) => ({ body: call.page(call.state.pipelines.all().map((p) => withStages(call.state, p))) }),
  getPipeline: ({ state, path }) => ({ body: withStages(state, state.pipelines.get(path.pipelineId)) }),
  listStages: (call) => ({
    body: call.page(withStages(call.state, call.state.pipelines.get(call.path.pipelineId)).stages),
  }),

  createStage({ state, path, body }) {
    const pipeline = state.pipelines.get(path.pipelineId);
    const { position = Number.MAX_SAFE_INTEGER, ...given } = body;
    const row = state.stages.add((id) => ({
      ...given,
      id,
      pipelineId: pipeline.id,
      position: Number.MAX_SAFE_INTEGER,
    }));
    place(state, row, position);
    return { body: counted(state, row), location: `/public/v1/pipelines/${pipeline.id}/stages/${row.id}` };
  },

  getStage: ({ state, path }) => ({ body: counted(state, stageOf(state, path)) }),

  updateStage({ state, path, body }) {
    const row = stageOf(state, path);
    const { position, ...changes } = body;
    Object.assign(row, changes);
    if (position !== undefined) place(state, row, position);
    return { body: counted(state, row) };
  },
};

/** Where a new lead starts. */
export function firstStage(state: State): StageRow {
  const pipeline = state.pipelines.all().find((p) => p.isDefault);
  const [first] = pipeline ? stagesOf(state, pipeline.id) : [];
  if (!first) throw new Error('The sandbox has no default pipeline.');
  return first;
}

/** Where a lead that is won ends: the stage of certainty, if the pipeline has one. */
export function wonStage(state: State, pipelineId: string): StageRow | undefined {
  return stagesOf(state, pipelineId).find((s) => s.probability === 100);
}

export function stagesOf(state: State, pipelineId: string): StageRow[] {
  return state.stages
    .all()
    .filter((s) => s.pipelineId === pipelineId)
    .sort((a, b) => a.position - b.position);
}

function stageOf(state: State, { pipelineId, stageId }: { pipelineId: string; stageId: string }): StageRow {
  state.pipelines.get(pipelineId);
  const stage = state.stages.get(stageId);
  if (stage.pipelineId === pipelineId) return stage;
  throw new Problem('not_found', `${stageId} is no stage of ${pipelineId}, but of ${stage.pipelineId}.`);
}

/** Puts a stage at a place, counted from 1, and numbers the others anew. */
function place(state: State, stage: StageRow, position: number): void {
  const others = stagesOf(state, stage.pipelineId).filter((s) => s !== stage);
  others.splice(position - 1, 0, stage);
  for (const [i, row] of others.entries()) row.position = i + 1;
}

function withStages(state: State, pipeline: PipelineRow): Schemas['Pipeline'] {
  return { ...pipeline, stages: stagesOf(state, pipeline.id).map((s) => counted(state, s)) };
}

function counted(state: State, stage: StageRow): Schemas['Stage'] {
  return { ...stage, leadCount: state.leads.all().filter((l) => l.stageId === stage.id).length };
}
