import { createContext, useContext } from 'react';
import type { Plan } from '../../../../api/types';

/** The plan of the form in view: the node's choice and the button read it. */
export const PlanContext = createContext<Plan | undefined>(undefined);

export const useCurrentPlan = (): Plan | undefined => useContext(PlanContext);
