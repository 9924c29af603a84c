-- Reports count decisions by the stage of applications (application_by_stage_change). Nothing reads the status history by time.

DROP INDEX candidate_status_decision_by_time;
