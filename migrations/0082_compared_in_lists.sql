-- What the lists of companies and requests are filtered and sorted by, in the order of the ids. A search has the ids of thousands of
-- records and compares them with its filters, and a filter that few records meet is compared with all of them. The rows themselves
-- have long texts, so that reading as many of them takes several times as long.
CREATE INDEX company_by_id ON company (tenant_id, id)
  INCLUDE (status_id, contract_status_id, office_id, industry_id, responsibility, created_at, modified_at);
CREATE INDEX customer_request_by_id ON customer_request (tenant_id, id)
  INCLUDE (company_id, status_id, kind, office_id, responsibility, start_date, created_at, modified_at);

-- With the id in the key, the requests of companies that have a word are found without reading their rows.
DROP INDEX customer_request_by_company;
CREATE INDEX customer_request_by_company ON customer_request (tenant_id, company_id, id);
