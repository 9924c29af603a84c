import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import type { Task } from '../../../core/api/records.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { taskComplete, taskReopen } from '../../../generated/operations.ts';

/** Completes a task. The message about it reopens it. */
export function useCompleteTask() {
  const texts = useTexts();
  const show = useMessages();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['tasks'] });
  const undo = async ({ id, title }: Task) => {
    try {
      await call(taskReopen, { path: { taskId: id } });
      show({ text: texts.today.reopened(title) });
    } catch (error) {
      fail(error);
    }
    await refresh();
  };
  return useMutation({
    mutationFn: ({ id }: Task) => call(taskComplete, { path: { taskId: id } }),
    onSuccess: async (_, task) => {
      show({ text: texts.today.completed(task.title), undo: () => undo(task) });
      await refresh();
    },
    onError: (error) => {
      fail(error);
      return refresh();
    },
  });
}
